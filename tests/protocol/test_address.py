"""Addresses: what is read, what is refused and in which words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from vendue_protocol.address import PORT, Address, BadAddress, parse_address

CODE = "GHZW-CX7G-AVTM-MW2M"
same_each_time = settings(derandomize=True, database=None, deadline=None)
LONGEST = ".".join(["a" * 63] * 3 + ["a" * 61])


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("studio", "studio", PORT),
        ("Studio.Local", "studio.local", PORT),
        ("studio.local.", "studio.local.", PORT),
        ("my_pc-2", "my_pc-2", PORT),
        ("  studio  ", "studio", PORT),
        ("studio:80", "studio", 80),
        ("192.0.2.5", "192.0.2.5", PORT),
        ("192.0.2.5:17093", "192.0.2.5", 17093),
        ("[192.0.2.5]:17093", "192.0.2.5", 17093),
        ("１９２．０．２．５：１７０９３", "192.0.2.5", 17093),
        ("::1", "::1", PORT),
        ("[::1]", "::1", PORT),
        ("[::1]:80", "::1", 80),
        ("2001:DB8:0:0::5", "2001:db8::5", PORT),
        ("fe80::1%eth0", "fe80::1%eth0", PORT),
        ("[fe80::1%eth0]:80", "fe80::1%eth0", 80),
        ("::ffff:192.0.2.5", "192.0.2.5", PORT),
        ("[::FFFF:c000:205]:80", "192.0.2.5", 80),
        ("studio:1", "studio", 1),
        ("studio:65535", "studio", 65535),
        pytest.param(LONGEST, LONGEST, PORT, id="name of 253"),
    ],
)
def test_an_address_is_read_as_it_is_typed(typed: str, host: str, port: int) -> None:
    assert parse_address(typed) == Address(host=host, port=port)


@pytest.mark.parametrize(
    "typed",
    [
        CODE,
        CODE.lower(),
        CODE.replace("-", ""),
        f" {CODE} ",
        "GHZW CX7G AVTM MW2M",
        "ＧＨＺＷ-ＣＸ７Ｇ-ＡＶＴＭ-ＭＷ２Ｍ",
    ],
)
def test_a_join_code_is_read_however_it_is_typed(typed: str) -> None:
    assert parse_address(f"studio#{typed}") == Address(host="studio", code=CODE)


def test_o_i_and_l_in_a_join_code_are_digits() -> None:
    assert parse_address("studio#oOiI-lL00-0000-0000").code == "0011-1100-0000-0000"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "the host is missing"),
        ("   ", "the host is missing"),
        (":80", "the host is missing"),
        ("[]:80", "the host is missing"),
        (f"#{CODE}", "the host is missing"),
        ("my host", "space"),
        ("studio :80", "space"),
        ("studio\n80", "space"),
        ("http://studio:80/", "link"),
        ("studio:", "port '' is no number"),
        ("studio:http", "port 'http' is no number"),
        ("studio:-1", "port '-1' is no number"),
        ("studio:8_0", "port '8_0' is no number"),
        ("studio:\u0668\u0660", "is no number"),
        ("studio:0", "port '0' is not from 1 to 65535"),
        ("studio:65536", "port '65536' is not from 1 to 65535"),
        pytest.param("studio:" + "9" * 300, "not from 1 to 65535", id="long port"),
        ("[::1", "lacks its ]"),
        ("[::1]80", "after ] comes :port"),
        ("::1]:80", "no IPv6 address"),
        ("studio:80:90", "no IPv6 address"),
        ("::1:17092", "no IPv6 address"),
        ("1:2:3", "no IPv6 address"),
        ("fe80::1%", "no IPv6 address"),
        ("fe80::1%\x1b[2J", "no IPv6 address"),
        ("17092", "no IPv4 address"),
        ("192.0.2", "no IPv4 address"),
        ("192.0.2.256", "no IPv4 address"),
        ("192.0.2.05", "no IPv4 address"),
        ("studio..local", "no name of a host"),
        (".", "no name of a host"),
        ("-studio", "no name of a host"),
        ("studio-", "no name of a host"),
        ("st\x1b[2Judio", "no name of a host"),
        ("st\u00fcdio", "no name of a host"),
        ("st\u0443dio", "no name of a host"),
        pytest.param("a" * 64, "no name of a host", id="label of 64"),
        pytest.param(LONGEST + "a", "no name of a host", id="name of 254"),
        ("studio\ud800", "no name of a host"),
        ("studio#", "no join code"),
        (f"studio#{CODE[:-1]}", "no join code"),
        (f"studio#{CODE}0", "no join code"),
        (f"studio#U{CODE[1:]}", "no join code"),
        (f"studio#{CODE}#{CODE}", "no join code"),
        pytest.param("a" * 320, "no name of a host", id="320 characters"),
        pytest.param("a" * 321, "too many", id="321 characters"),
        pytest.param("a" * 2**20, "too many", id="a mebibyte"),
    ],
)
def test_what_is_no_address_is_refused_with_what_is_wrong(
    typed: str, says: str
) -> None:
    with pytest.raises(BadAddress) as refused:
        parse_address(typed)

    message = str(refused.value)
    assert says in message
    assert message.isprintable()
    assert len(message) < 160


def test_a_port_and_a_code_are_left_out_only_where_they_are_not_known() -> None:
    assert str(Address(host="studio")) == f"studio:{PORT}"
    assert str(Address(host="::1", port=80, code=CODE)) == f"[::1]:80#{CODE}"


labels = st.text("abcxyz019_", min_size=1, max_size=8) | st.just("my-pc")
host_names = st.lists(labels, min_size=1, max_size=4).map(
    lambda parts: ".".join([*parts, "lan"])
)
codes = st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=16, max_size=16).map(
    lambda code: "-".join(code[i : i + 4] for i in range(0, 16, 4))
)
typed_addresses = st.builds(
    "{}{}{}".format,
    st.one_of(
        host_names,
        st.ip_addresses(v=4).map(str),
        st.ip_addresses(v=6).map("[{}]".format),
    ),
    st.one_of(st.just(""), st.integers(1, 65535).map(":{}".format)),
    st.one_of(st.just(""), codes.map("#{}".format)),
)


@same_each_time
@given(typed=typed_addresses)
def test_an_address_written_is_read_as_the_same(typed: str) -> None:
    address = parse_address(typed)

    assert parse_address(str(address)) == address
    assert str(parse_address(str(address))) == str(address)


def read_or_refusal(typed: str) -> Address | str:
    try:
        return parse_address(typed)
    except BadAddress as refused:
        return str(refused)


@same_each_time
@given(typed=st.text(st.one_of(st.sampled_from("[]:.#%/-1af "), st.characters())))
def test_anything_typed_is_an_address_or_refused_in_words(typed: str) -> None:
    read = read_or_refusal(typed)

    assert str(read).isprintable()
    assert isinstance(read, str) or parse_address(str(read)) == read
