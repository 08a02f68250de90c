# How well figures of runs of the same thing repeat: a line a benchmark, from its name, cost and interval
# in each run (`jq -rs`). A pair of neighbouring runs agrees where they differ by no more than the root of
# the sum of the squares of their two intervals' halves. Half of the normal distribution's 95 % lies within
# 1.96 standard deviations.
def median: sort | if length % 2 == 1 then .[(length - 1) / 2] else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def spread: (add / length) as $mean | (map((. - $mean) * (. - $mean)) | add / (length - 1) | sqrt);
def percent: . * 1000 | round / 10;

. as $runs | [$runs[0].platforms[0].benchmarks[].name | . as $name |
    [$runs[].platforms[0].benchmarks[] | select(.name == $name and .low and .low > 0) |
        {cost: .value, figure: (.value | log), half: ((.high / .low | log) / 2)}] |
    select(length > 2) | . as $seen |
    {
        name: $name,
        cost: (map(.cost) | median),
        pairs: (length - 1),
        agree: ([range(1; length) | ($seen[.].figure - $seen[. - 1].figure) as $by |
            select($by * $by <= $seen[.].half * $seen[.].half + $seen[. - 1].half * $seen[. - 1].half)] | length),
        spread: (map(.figure) | spread),
        half: (map(.half) | median)
    }] |
(.[] | [.name, (.cost * 10 | round / 10), "\(.agree) of \(.pairs)", (.spread | percent),
    (if .spread > 0 then .half / (1.96 * .spread) * 100 | round / 100 else "–" end)] | @tsv),
([([.[].agree] | add), ([.[].pairs] | add), ([.[].spread] | median | percent)] |
    "all\t\t\(.[0]) of \(.[1])\t\(.[2])\t")
