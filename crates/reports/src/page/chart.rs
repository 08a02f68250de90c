//! Charts: their data beside the place where the page's program draws them.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use crate::figures::Drawing;

/// A figure, its caption below it.
pub(super) fn chart(drawing: &Drawing, caption: &str) -> Markup {
    html! {
        figure {
            div.chart role="img" aria-label=(drawing.title) style=(format!("height:{}px", drawing.height)) {
                script type="application/json" { (PreEscaped(json(&drawing.option))) }
            }
            figcaption { b { (drawing.title) } @if !caption.is_empty() { br; (caption) } }
        }
    }
}

/// `value` such that nothing in it can end the element around it.
pub(super) fn json(value: &Value) -> String {
    // Outside of strings there is no such character.
    value.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn data_cannot_end_its_element_and_stays_what_it_is() {
        let value = json!({ "</script><script>alert(1)//": "<!-- \u{2028}" });
        let text = json(&value);
        assert!(!text.contains('<'));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
