//! Dates and times of ISO 8601.

/// Whether `text` is an ISO 8601 date, or date and time.
///
/// Calendar (`2025-01-12`), week (`2025-W02-7`) and ordinal dates (`2025-012`), in extended or
/// basic format (`20250112T150058Z`), down to a year (`2025`) or month; times down to hours, with
/// a fraction of the smallest unit and an offset or neither. Days must exist in the calendar.
/// Years have four digits; longer ones need an agreement between the parties, which nobody here
/// has made.
pub fn is_iso8601(text: &str) -> bool {
    match text.split_once(['T', 't']) {
        None => date(text).is_some(),
        // A time follows a whole date only, written in the same format.
        Some((day, clock)) => match date(day) {
            Some(Date::Day(format)) => is_time(clock, format),
            _ => false,
        },
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Basic,
    Extended,
}

enum Date {
    /// One day.
    Day(Format),
    /// A week, a month or a year.
    Longer,
}

fn date(text: &str) -> Option<Date> {
    let (year, rest) = text.split_at_checked(4)?;
    let year = number(year, 4)?;
    if rest.is_empty() {
        return Some(Date::Longer);
    }
    let (format, rest) = match rest.strip_prefix('-') {
        Some(rest) => (Format::Extended, rest),
        None => (Format::Basic, rest),
    };
    if let Some(week) = rest.strip_prefix('W') {
        return week_date(year, week, format);
    }
    let fields: Vec<&str> = match format {
        Format::Extended => rest.split('-').collect(),
        // Year and month have no basic form: `202501` would read as a date of two-digit years.
        Format::Basic if rest.len() == 4 => vec![rest.get(..2)?, rest.get(2..)?],
        Format::Basic if rest.len() == 3 => vec![rest],
        Format::Basic => return None,
    };
    match fields[..] {
        [day] if day.len() == 3 => {
            let days = if is_leap(year) { 366 } else { 365 };
            (1..=days)
                .contains(&number(day, 3)?)
                .then_some(Date::Day(format))
        }
        [month] => (1..=12)
            .contains(&number(month, 2)?)
            .then_some(Date::Longer),
        [month, day] => {
            let days = days_in_month(year, number(month, 2)?)?;
            (1..=days)
                .contains(&number(day, 2)?)
                .then_some(Date::Day(format))
        }
        _ => None,
    }
}

fn week_date(year: u32, text: &str, format: Format) -> Option<Date> {
    let (week, day) = text.split_at_checked(2)?;
    if !(1..=weeks_in_year(year)).contains(&number(week, 2)?) {
        return None;
    }
    if day.is_empty() {
        return Some(Date::Longer);
    }
    let day = match format {
        Format::Extended => day.strip_prefix('-')?,
        Format::Basic => day,
    };
    (1..=7)
        .contains(&number(day, 1)?)
        .then_some(Date::Day(format))
}

fn is_time(text: &str, format: Format) -> bool {
    let clock_end = text.find(['Z', 'z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(clock_end);
    let Some(clock) = clock_time(clock, format) else {
        return false;
    };
    let offset = match zone {
        "" => None,
        "Z" | "z" => Some(0),
        _ => match offset_minutes(zone, format) {
            None => return false,
            known => known,
        },
    };
    match clock {
        Clock::Ordinary => true,
        // A leap second ends a day of UTC; with no offset given, it may end any quarter of an hour.
        Clock::LeapSecond { minute_of_day } => match offset {
            Some(offset) => (minute_of_day - offset).rem_euclid(24 * 60) == 24 * 60 - 1,
            None => minute_of_day % 15 == 14,
        },
    }
}

enum Clock {
    Ordinary,
    LeapSecond { minute_of_day: i32 },
}

fn clock_time(text: &str, format: Format) -> Option<Clock> {
    let (whole, fraction) = match text.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let is_digits = |f: &str| !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit());
    if !fraction.is_none_or(is_digits) {
        return None;
    }
    let [hour, minute, second] = fields(whole, format)?;
    let (minute, second) = (minute.unwrap_or(0), second.unwrap_or(0));
    let hour = hour?;
    // 24 is the end of the day, to the moment.
    let is_end_of_day = hour == 24
        && minute == 0
        && second == 0
        && fraction.is_none_or(|f| f.bytes().all(|b| b == b'0'));
    if minute > 59 || !(hour < 24 || is_end_of_day) {
        return None;
    }
    match second {
        0..=59 => Some(Clock::Ordinary),
        60 => Some(Clock::LeapSecond {
            minute_of_day: i32::try_from(hour * 60 + minute).ok()?,
        }),
        _ => None,
    }
}

fn offset_minutes(text: &str, format: Format) -> Option<i32> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+')?),
    };
    let [Some(hour), minute, None] = fields(text, format)? else {
        return None;
    };
    let minute = minute.unwrap_or(0);
    let total = i32::try_from(hour * 60 + minute).ok()?;
    (hour < 24 && minute < 60).then_some(sign * total)
}

/// Hour, minute and second as far as they are written, two digits each; `None` when something
/// else stands there.
fn fields(text: &str, format: Format) -> Option<[Option<u32>; 3]> {
    let mut found = [None; 3];
    let mut rest = text;
    for (index, field) in found.iter_mut().enumerate() {
        if rest.is_empty() && index > 0 {
            break;
        }
        if index > 0 && format == Format::Extended {
            rest = rest.strip_prefix(':')?;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        *field = Some(number(digits, 2)?);
        rest = after;
    }
    rest.is_empty().then_some(found)
}

fn number(text: &str, digits: usize) -> Option<u32> {
    let is_number = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in_month(year: u32, month: u32) -> Option<u32> {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 if is_leap(year) => Some(29),
        2 => Some(28),
        _ => None,
    }
}

/// A year has 53 weeks when it begins or ends on a Thursday.
fn weeks_in_year(year: u32) -> u32 {
    // The weekday of 31 December, 0 for Sunday; shifted by 400 years, which are whole weeks, so
    // that the year before 0 exists.
    let last_weekday = |year: u32| (year + year / 4 - year / 100 + year / 400) % 7;
    let shifted = year + 400;
    let thursday = 4;
    let begins_on_thursday = last_weekday(shifted - 1) == thursday - 1;
    if begins_on_thursday || last_weekday(shifted) == thursday {
        53
    } else {
        52
    }
}

#[cfg(test)]
mod tests {
    use super::{is_iso8601, weeks_in_year};

    #[test]
    fn dates_and_times_of_every_format_are_accepted() {
        for text in [
            "2025-01-12",
            "2025-01-12T15:00:58Z",
            "2025-01-12T15:00:58+02:00",
            "2025-01-12T15:00:58-11",
            "2025-01-12T15:00:58.123456789Z",
            "2025-01-12T15:00:58,5Z",
            "2025-01-12T15:00:58",
            "2025-01-12T15:00",
            "2025-01-12T15",
            "2025-01-12T15.5",
            "2025-01",
            "2025",
            "0000-02-29",
            "20250112T150058Z",
            "20250112T150058+0200",
            "20250112T15",
            "20250112",
            "2025-W03-7",
            "2025W037T12",
            "2025-W03",
            "2025W03",
            "2020-W53-1",
            "2025-012",
            "2025012T0102",
            "2024-366",
            "2024-02-29",
            "2000-02-29",
            "2025-01-12T24:00:00Z",
            "2025-01-12T24:00",
            "2025-01-12T24:00:00.00",
            "2016-12-31T23:59:60Z",
            "2017-01-01T05:29:60+05:30",
            "2016-12-31T23:59:60",
            "2025-01-12t15:00:58z",
        ] {
            assert!(is_iso8601(text), "{text}");
        }
    }

    #[test]
    fn days_that_do_not_exist_and_other_notations_are_refused() {
        for text in [
            "",
            "yesterday",
            "12/01/2025",
            "2025-13-01",
            "2025-00-01",
            "2025-02-30",
            "2025-02-29",
            "1900-02-29",
            "2025-04-31",
            "2025-01-00",
            "2025-1-2",
            "25-01-12",
            "202501",
            "2025-",
            "2025-0112",
            "202501-12",
            "2025-01-12-01",
            "2025-366",
            "2025-000",
            "2025-W00-1",
            "2025-W53-1",
            "2025-W03-8",
            "2025-W03-0",
            "2025-W037",
            "2025W03-7",
            "2025-w03-7",
            "2025-01-12 15:00:58",
            "2025-01-12T",
            "2025-01-12T25:00",
            "2025-01-12T24:01",
            "2025-01-12T24:00:00.1",
            "2025-01-12T15:60",
            "2025-01-12T15:00:61",
            "2025-01-12T12:30:60Z",
            "2025-01-12T15:0",
            "2025-01-12T15:00:",
            "2025-01-12T15:00:58.",
            "2025-01-12T15:00:58.1.2",
            "2025-01-12T15:00:58Z+01:00",
            "2025-01-12T15:00:58ZZ",
            "2025-01-12T15:00:58+",
            "2025-01-12T15:00:58+24:00",
            "2025-01-12T15:00:58+01:60",
            "2025-01-12T15:00:58+01:00:00",
            "2025-01-12T150058Z",
            "20250112T15:00:58Z",
            "2025-01-12T15:00:58+0200",
            "2025-01T15:00",
            "2025T15:00",
            "2025-W03T15:00",
            "T15:00",
            "15:00:58",
            "1736694058",
            "+2025-01-12",
            "-2025-01-12",
            " 2025-01-12",
            "2025-01-12\n",
            "２０２５-01-12",
            "2025-01-1é",
            "202é",
        ] {
            assert!(!is_iso8601(text), "{text}");
        }
    }

    #[test]
    fn long_years_are_those_around_thursdays() {
        for year in [4, 1998, 2004, 2009, 2015, 2020, 2026, 2032, 2400 + 20] {
            assert_eq!(weeks_in_year(year), 53, "{year}");
        }
        for year in [0, 2000, 2016, 2019, 2021, 2024, 2025, 2027] {
            assert_eq!(weeks_in_year(year), 52, "{year}");
        }
    }
}
