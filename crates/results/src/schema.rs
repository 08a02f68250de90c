//! The JSON Schema of results files, made from the types that write them.

use schemars::Schema;
use schemars::generate::SchemaSettings;

use super::document::{Document, SCHEMA_VERSION};

/// What the results files of this version are made of, by JSON Schema's draft 2020-12.
///
/// It describes what is written. Fields that it does not know may be there: new ones are added
/// without a new version.
pub fn schema() -> Schema {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Document>();
    let title = format!("Results of HyperBench, version {SCHEMA_VERSION}");
    schema.insert("title".to_owned(), title.into());
    schema
}
