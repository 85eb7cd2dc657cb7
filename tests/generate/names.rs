//! Names of generated Rust code.

use mcpdesc::generate::names::{Names, package};

#[test]
fn names_follow_the_words_of_the_original() {
    for (original, snake, pascal) in [
        ("get_weather", "get_weather", "GetWeather"),
        ("getWeather", "get_weather", "GetWeather"),
        ("HTTPServer", "http_server", "HttpServer"),
        ("userIDs", "user_ids", "UserIds"),
        ("v2Beta", "v2_beta", "V2Beta"),
        ("weather.get-now", "weather_get_now", "WeatherGetNow"),
        ("a b\tc", "a_b_c", "ABC"),
        ("X-Forwarded-For", "x_forwarded_for", "XForwardedFor"),
    ] {
        assert_eq!(Names::new().function(original), snake);
        assert_eq!(Names::new().type_name(original), pascal);
    }
}

#[test]
fn keywords_of_every_edition_are_set_apart() {
    for keyword in [
        "type", "self", "super", "crate", "async", "gen", "try", "dyn", "yield",
    ] {
        assert_eq!(Names::new().field(keyword), format!("{keyword}_"));
        assert_eq!(Names::new().module(keyword), format!("{keyword}_"));
        assert_eq!(Names::new().function(keyword), format!("{keyword}_"));
    }
    assert_eq!(Names::new().variant("self"), "Self_");
    assert_eq!(Names::new().type_name("Self"), "Self_");
    for weak in ["union", "auto", "default", "raw", "safe"] {
        assert_eq!(Names::new().field(weak), weak);
    }
}

#[test]
fn types_never_hide_what_every_module_knows() {
    for name in [
        "Option", "String", "Vec", "Box", "Result", "Some", "None", "Default",
    ] {
        assert_eq!(Names::new().type_name(name), format!("{name}_"));
    }
    for name in ["str", "u8", "f64", "bool", "std", "core"] {
        assert_eq!(Names::new().module(name), format!("{name}_"));
    }
    assert_eq!(
        Names::with_reserved(&["Input"]).type_name("input"),
        "Input2"
    );
}

#[test]
fn equal_names_are_numbered() {
    let mut names = Names::new();
    let given: Vec<_> = ["a-b", "a_b", "a b", "aB", "type", "Type"]
        .map(|it| names.field(it))
        .into();
    assert_eq!(given, ["a_b", "a_b_2", "a_b_3", "a_b_4", "type_", "type_2"]);
    let mut names = Names::new();
    let given: Vec<_> = ["a-b", "a_b", "a1", "A1", "a_b_2"]
        .map(|it| names.variant(it))
        .into();
    assert_eq!(given, ["AB", "AB2", "A1", "A1_2", "AB2_2"]);
}

#[test]
fn whatever_the_script_names_are_plain() {
    for (original, name) in [
        ("天气", "tian_qi"),
        ("погода", "pogoda"),
        ("größe", "grosse"),
        ("cafe\u{301}", "cafe"),
        ("\u{202e}evil", "evil"),
        ("🦀", "crab"),
        ("", "empty"),
        ("_", "underscore"),
        (">=", "greater_equal"),
        ("   ", "space_space_space"),
        ("3d", "n3d"),
        ("r#type", "r_type"),
        ("\u{e000}", "ue000"),
    ] {
        assert_eq!(Names::new().field(original), name, "{original}");
    }
}

#[test]
fn versions_keep_their_parts_apart() {
    assert_eq!(Names::new().variant("1.10"), "N1_10");
    assert_eq!(Names::new().variant("2025-06-18"), "N2025_06_18");
}

#[test]
fn long_names_are_cut_and_stay_distinct() {
    let mut names = Names::new();
    let first = names.function(&"very_long_".repeat(100));
    let second = names.function(&format!("{}x", "very_long_".repeat(100)));
    assert!(first.len() <= 60, "{first}");
    assert!(!first.ends_with('_'), "{first}");
    assert_ne!(first, second);
}

#[test]
fn packages_are_what_cargo_takes_and_clash_with_no_crate() {
    for (original, name) in [
        ("Weather Server", "weather-server"),
        ("com.example/weather", "com-example-weather"),
        ("test", "test-server"),
        ("rmcp", "rmcp-server"),
        ("serde_json", "serde-json-server"),
        ("con", "con-server"),
        ("COM1", "com1-server"),
        ("7zip", "server-7zip"),
        ("type", "type-server"),
        ("", "empty"),
        ("天气", "tian-qi"),
        ("build", "build-server"),
    ] {
        assert_eq!(package(original), name, "{original}");
    }
}

#[test]
fn packages_clash_with_no_crate_and_no_module_of_generated_projects() {
    let template = include_str!("../../templates/project/Cargo.toml.hbs");
    let (_, dependencies) = template.split_once("[dependencies]\n").unwrap();
    let (dependencies, _) = dependencies.split_once("\n[").unwrap();
    let crates = dependencies.lines().filter_map(|it| it.split_once(" = "));
    let crates: Vec<_> = crates.map(|(name, _)| name).collect();
    assert!(crates.contains(&"base64"), "{crates:?}");
    for name in crates.into_iter().chain(["generated", "handlers"]) {
        assert_eq!(package(name), format!("{}-server", name.replace('_', "-")));
    }
}
