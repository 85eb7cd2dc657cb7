//! The one allocator of Rust identifiers and package names.
//!
//! Every name is plain ASCII: that is what everybody can type, what every file system and linker
//! takes, and what no lint about scripts or look-alikes speaks of. Nothing is lost, because the
//! generated code always says the original beside it.

use std::collections::{HashMap, HashSet};

use deunicode::deunicode_char;

/// The longest name before a number is appended, in bytes.
const LONGEST: usize = 60;

/// One namespace of identifiers; none is given twice.
#[derive(Debug, Clone, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// The number to try next, by the name that was wanted.
    next: HashMap<String, u32>,
}

impl Names {
    /// A namespace in which nothing is taken.
    pub fn new() -> Self {
        Self::default()
    }

    /// A namespace in which `reserved` are taken already.
    pub fn with_reserved(reserved: &[&str]) -> Self {
        let mut names = Self::new();
        for name in reserved {
            names.reserve(name);
        }
        names
    }

    /// Takes `name` as it is, an identifier that is used for something else.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// A function's name.
    pub fn function(&mut self, original: &str) -> String {
        self.snake(original, is_keyword)
    }

    /// A module's name. Modules share their namespace with types and crates, so it is none of
    /// those that every file can name.
    pub fn module(&mut self, original: &str) -> String {
        self.snake(original, |name| is_keyword(name) || is_everywhere(name))
    }

    /// A field's name.
    pub fn field(&mut self, original: &str) -> String {
        self.snake(original, is_keyword)
    }

    /// A type's name, none of the prelude's.
    pub fn type_name(&mut self, original: &str) -> String {
        self.pascal(original, |name| is_keyword(name) || is_prelude(name))
    }

    /// The name of an enum's variant.
    pub fn variant(&mut self, original: &str) -> String {
        self.pascal(original, is_keyword)
    }

    fn snake(&mut self, original: &str, forbidden: impl Fn(&str) -> bool) -> String {
        let mut name = words(original).join("_");
        cut(&mut name);
        self.allot(name, 'n', forbidden)
    }

    fn pascal(&mut self, original: &str, forbidden: impl Fn(&str) -> bool) -> String {
        let mut name = String::new();
        for word in words(original) {
            let between_digits = ends_in_digit(&name) && starts_with_digit(&word);
            if between_digits {
                name.push('_');
            }
            let (first, rest) = word.split_at(1);
            name.push_str(&first.to_ascii_uppercase());
            name.push_str(rest);
        }
        cut(&mut name);
        self.allot(name, 'N', forbidden)
    }

    /// The wanted name if it is free, else the first free one with a number behind it.
    fn allot(
        &mut self,
        mut wanted: String,
        before_digit: char,
        forbidden: impl Fn(&str) -> bool,
    ) -> String {
        if starts_with_digit(&wanted) {
            wanted.insert(0, before_digit);
        }
        if forbidden(&wanted) {
            wanted.push('_');
        }
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        // In type names an underscore may only stand between digits.
        let is_type = before_digit == 'N';
        let stem = wanted.trim_end_matches('_');
        let separator = if is_type && !ends_in_digit(stem) {
            ""
        } else {
            "_"
        };
        let next = self.next.entry(wanted.clone()).or_insert(2);
        loop {
            let name = format!("{stem}{separator}{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The name of a Cargo package whose library and program can be built beside the crates that
/// generated servers use.
pub fn package(original: &str) -> String {
    let mut name = words(original).join("-");
    cut(&mut name);
    if starts_with_digit(&name) {
        name.insert_str(0, "server-");
    }
    let library = name.replace('-', "_");
    let refused = is_keyword(&library)
        || is_everywhere(&library)
        || MODULES.contains(&library.as_str())
        || CARGO.contains(&name.as_str())
        || DEPENDENCIES.contains(&library.as_str())
        || DEVICES.contains(&name.trim_end_matches(|it: char| it.is_ascii_digit()));
    if refused {
        name.push_str("-server");
    }
    name
}

/// The words of a text in lower-case ASCII letters and digits: at least one, none empty.
fn words(text: &str) -> Vec<String> {
    let plain: Vec<char> = transliterated(text).chars().collect();
    let mut words = vec![String::new()];
    for (at, &this) in plain.iter().enumerate() {
        if !this.is_ascii_alphanumeric() {
            words.push(String::new());
            continue;
        }
        let before = at.checked_sub(1).and_then(|it| plain.get(it)).copied();
        if begins_word(before, this, plain.get(at + 1..).unwrap_or_default()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(this.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    if words.is_empty() {
        words = spelled(text);
    }
    words
}

/// Whether an upper-case letter begins a word: after a lower-case one, or as the last of several
/// upper-case ones (`HTTPServer`), unless only the `s` of a plural follows (`userIDs`).
fn begins_word(before: Option<char>, this: char, after: &[char]) -> bool {
    let Some(before) = before.filter(|_| this.is_ascii_uppercase()) else {
        return false;
    };
    let lower = |at: usize| after.get(at).is_some_and(char::is_ascii_lowercase);
    let plural = after.first() == Some(&'s') && !lower(1);
    before.is_ascii_lowercase() || before.is_ascii_alphanumeric() && lower(0) && !plural
}

/// A text in ASCII, by the sound or the name of its characters.
fn transliterated(text: &str) -> String {
    let mut plain = String::new();
    for it in text.chars() {
        match deunicode_char(it) {
            _ if it.is_ascii() => plain.push(it),
            Some(sound) if it.is_alphabetic() => {
                plain.extend(sound.chars().filter(|it| *it != '\''))
            }
            Some(name) => plain.extend([" ", name, " "]),
            None if it.is_alphanumeric() => plain.push_str(&code_point(it)),
            None => plain.push(' '),
        }
    }
    plain
}

fn code_point(it: char) -> String {
    format!(" u{:x} ", u32::from(it))
}

/// The characters of a text without letters and digits, by their names.
fn spelled(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec!["empty".to_owned()];
    }
    let name = |it: char| match it {
        ' ' => "space",
        '!' => "not",
        '"' | '\'' => "quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '(' | ')' => "parenthesis",
        '*' => "star",
        '+' => "plus",
        ',' => "comma",
        '-' => "minus",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "less",
        '=' => "equal",
        '>' => "greater",
        '?' => "question",
        '@' => "at",
        '[' | ']' => "bracket",
        '\\' => "backslash",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' | '}' => "brace",
        '|' => "or",
        '~' => "tilde",
        _ => "",
    };
    let word = |it| match name(it) {
        "" => code_point(it).trim().to_owned(),
        name => name.to_owned(),
    };
    text.chars().take(8).map(word).collect()
}

fn cut(name: &mut String) {
    name.truncate(LONGEST);
    name.truncate(name.trim_end_matches(['_', '-']).len());
}

fn starts_with_digit(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_digit())
}

fn ends_in_digit(name: &str) -> bool {
    name.ends_with(|it: char| it.is_ascii_digit())
}

/// Whether the language keeps `name` for itself, in whatever edition. A trailing underscore is
/// better than a raw identifier: `self` can have none, and format strings take none.
fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// Whether `name` means a primitive type or a crate in every module.
fn is_everywhere(name: &str) -> bool {
    EVERYWHERE.contains(&name)
}

fn is_prelude(name: &str) -> bool {
    PRELUDE.contains(&name)
}

static KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

static EVERYWHERE: &[&str] = &[
    "alloc",
    "bool",
    "char",
    "core",
    "f16",
    "f32",
    "f64",
    "f128",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "proc_macro",
    "std",
    "str",
    "test",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
];

/// The prelude's types, traits and constructors, and the macros of `derive`.
static PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Serialize",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Names of packages and of folders in the build directory that Cargo refuses.
static CARGO: &[&str] = &["build", "deps", "examples", "incremental"];

/// Modules of the library, which its tests and its program import beside the library itself.
static MODULES: &[&str] = &["generated", "handlers"];

/// Crates that generated servers use, directly or through another's macros.
static DEPENDENCIES: &[&str] = &[
    "axum",
    "base64",
    "futures",
    "http",
    "jsonschema",
    "rmcp",
    "schemars",
    "serde",
    "serde_json",
    "serde_path_to_error",
    "tokio",
    "tokio_util",
    "tower",
    "tower_http",
    "tower_service",
    "tracing",
    "tracing_subscriber",
];

/// What Windows takes for a device, without the number of a port.
static DEVICES: &[&str] = &["aux", "com", "con", "lpt", "nul", "prn"];
