#![allow(
    clippy::approx_constant,
    clippy::doc_lazy_continuation,
    clippy::doc_nested_refdefs,
    clippy::doc_overindented_list_items,
    clippy::doc_suspicious_footnotes,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::module_inception,
    clippy::needless_doctest_main,
    clippy::test_attr_in_doctest,
    clippy::type_complexity,
    clippy::upper_case_acronyms,
    rustdoc::all,
    reason = "names, shapes and words are those of the description"
)]
