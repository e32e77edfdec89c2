#!/usr/bin/env python3
"""Writes the corpus of texts with columns: NAME.csv, and beside it NAME.json with what it holds.

    make_corpus.py           writes the files
    make_corpus.py --check   makes them anew and compares

Every file is made up here, in the form in which the program named by `about` writes its exports. The JSON has the true
table: `names` (null where any name will do), `kinds` (integer, real, text or time), `rows` (times in microseconds since
1970), `rejects`, the number of rows that are put aside because they are no rows of the table, and `notes`: for every
assumption that a reader has to make, words that one note must contain.
"""
import datetime
import json
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
CASES = {}


def t(text, zone=0):
    """Microseconds since 1970 of a time in ISO 8601, which is `zone` hours ahead of universal time."""
    when = datetime.datetime.fromisoformat(text) - datetime.timedelta(hours=zone)
    return (when - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)


def case(name, about, text, names, kinds, rows, notes=(), rejects=0, encoding="utf-8"):
    short = {"i": "integer", "r": "real", "t": "text", "d": "time"}
    data = text if isinstance(text, bytes) else text.encode(encoding)
    assert name not in CASES and all(len(row) == len(kinds) for row in rows), name
    CASES[name] = data, {
        "about": about, "names": names.split("|") if isinstance(names, str) else names,
        "kinds": [short[kind] for kind in kinds], "rows": rows, "rejects": rejects, "notes": list(notes)}


# Numbers

case("thousands-point", "German export, semicolons", "a;b\nx;1.234,56\ny;12.345,6\n",
     "a|b", "tr", [["x", 1234.56], ["y", 12345.6]])
case("thousands-missing-outlier", "LibreOffice, German", "Datum;Betrag\n01.03.2020;12,50\n02.03.2020;99,90\n03.03.2020;2.987,50\n14.03.2020;7,00\n",
     "Datum|Betrag", "dr", [[t("2020-03-01"), 12.5], [t("2020-03-02"), 99.9], [t("2020-03-03"), 2987.5], [t("2020-03-14"), 7]])
case("thousands-quoted", "US government, quoted thousands", 'state,spending\nOhio,"34,370.13"\nUtah,"9,120.00"\nIowa,812.55\n',
     "state|spending", "tr", [["Ohio", 34370.13], ["Utah", 9120], ["Iowa", 812.55]])
case("thousands-whole", "US census, whole numbers", 'county,population\nAda,"481,587"\nAdams,"4,379"\nBoise,"7,831"\nButte,"2,574"\nCamas,886\n',
     "county|population", "ti", [["Ada", 481587], ["Adams", 4379], ["Boise", 7831], ["Butte", 2574], ["Camas", 886]],
     [["population", "thousands"]])
case("thousands-blank", "French bank, blanks between thousands", "Date;Libellé;Montant\n25/03/2020;Loyer;-1 234,56\n26/03/2020;Salaire;12 345,00\n27/03/2020;Café;-3,20\n",
     "Date|Libellé|Montant", "dtr", [[t("2020-03-25"), "Loyer", -1234.56], [t("2020-03-26"), "Salaire", 12345], [t("2020-03-27"), "Café", -3.2]])
case("thousands-nbsp", "Excel, French: U+00A0 and U+202F between thousands", "poste;montant\nA;1 234,5\nB;22 345,25\nC;1 022 345,75\n",
     "poste|montant", "tr", [["A", 1234.5], ["B", 22345.25], ["C", 1022345.75]])
case("thousands-latin1", "French bank in Windows-1252, euro signs behind", "Opération;Débit\nPrélèvement;1\xa0234,56 €\nChèque;12,00 €\nVirement;200\xa0000,00 €\n",
     "Opération|Débit", "tr", [["Prélèvement", 1234.56], ["Chèque", 12], ["Virement", 200000]], [["Débit", "€"]], encoding="cp1252")
case("thousands-apostrophe", "Swiss bank", "Konto;Saldo CHF\n1-1;1'234.50\n1-2;-22'000.00\n1-3;15.05\n",
     "Konto|Saldo CHF", "tr", [["1-1", 1234.5], ["1-2", -22000], ["1-3", 15.05]])
case("thousands-indian", "Indian groups", 'city,rupees\nPune,"12,34,567.00"\nDelhi,"1,00,000.50"\nAgra,"99,999.00"\nKochi,512.25\n',
     "city|rupees", "tr", [["Pune", 1234567], ["Delhi", 100000.5], ["Agra", 99999], ["Kochi", 512.25]])
case("accounting", "QuickBooks, negatives in brackets", 'Account,Amount\nSales,"1,250.00"\nRent,"(1,234.50)"\nFees,(12.00)\nBank,- \n',
     "Account|Amount", "tr", [["Sales", 1250], ["Rent", -1234.5], ["Fees", -12], ["Bank", None]])
case("dollars", "US retailer, dollar signs", "item,price,change\nlamp,$62.28,-$5.00\nrug,\"$1,299.00\",$12.50\ncup,$4.00,-$0.75\n",
     "item|price|change", "trr", [["lamp", 62.28, -5], ["rug", 1299, 12.5], ["cup", 4, -0.75]], [["price", "$"], ["change", "$"]])
case("euros", "German shop, euro signs in front and behind", "Artikel;Preis;Versand\nStuhl;€ 12,50;4,90 €\nTisch;€ 1.299,00;49,00 €\nBank;€ 89,99;0,00 €\n",
     "Artikel|Preis|Versand", "trr", [["Stuhl", 12.5, 4.9], ["Tisch", 1299, 49], ["Bank", 89.99, 0]], [["Preis", "€"]])
case("currency-codes", "Payment provider, ISO codes", "id,gross,fee\n1,EUR 12.50,0.35 EUR\n2,EUR 99.00,1.77 EUR\n3,EUR -5.25,0.00 EUR\n",
     "id|gross|fee", "irr", [[1, 12.5, 0.35], [2, 99, 1.77], [3, -5.25, 0]], [["gross", "EUR"], ["fee", "EUR"]])
case("percent", "Google Analytics, percent signs", "Page,Sessions,Bounce Rate\n/,\"10,482\",84.7%\n/shop,\"2,114\",31.25%\n/blog,318,100.00%\n",
     "Page|Sessions|Bounce Rate", "tir", [["/", 10482, 84.7], ["/shop", 2114, 31.25], ["/blog", 318, 100]], [["Bounce Rate", "%", "84.7"]])
case("percent-comma", "German election office", "Partei;Anteil\nA;32,9 %\nB;10,2 %\nC;5,0 %\n",
     "Partei|Anteil", "tr", [["A", 32.9], ["B", 10.2], ["C", 5]], [["Anteil", "%"]])
case("trailing-minus", "SAP, minus behind the number", "Beleg;Betrag\n4711;1.234,56-\n4712;99,00\n4713;0,50-\n",
     "Beleg|Betrag", "ir", [[4711, -1234.56], [4712, 99], [4713, -0.5]])
case("minus-sign", "Wikipedia, U+2212", "planet,low\nMercury,−173.5\nVenus,462\nMars,−153\nEarth,−89.2\n",
     "planet|low", "tr", [["Mercury", -173.5], ["Venus", 462], ["Mars", -153], ["Earth", -89.2]])
case("decimal-comma-quoted", "Excel, commas for both", 'name,value\nA,"1,5"\nB,"12,75"\nC,"0,333"\n',
     "name|value", "tr", [["A", 1.5], ["B", 12.75], ["C", 0.333]])
case("ambiguous-by-file", "German table: 1.234 is 1234 since other columns have decimal commas", "Ort;Einwohner;Fläche\nA;1.234;12,5\nB;23.456;7,25\nC;345.678;100,1\n",
     "Ort|Einwohner|Fläche", "tir", [["A", 1234, 12.5], ["B", 23456, 7.25], ["C", 345678, 100.1]], [["Einwohner", "1.234"]])
case("decimals-of-three", "Logger, three decimals", "t,v\n1,1.234\n2,2.500\n3,12.125\n", "t|v", "ir", [[1, 1.234], [2, 2.5], [3, 12.125]])
case("comma-of-three", "German logger, three decimals", "t;v;w\n1;1,234;0,5\n2;2,500;0,25\n3;12,125;0,75\n", "t|v|w", "irr",
     [[1, 1.234, 0.5], [2, 2.5, 0.25], [3, 12.125, 0.75]])
case("exponents", "MATLAB and Fortran-free exponents", "x,y\n1e5,1.5E-3\n2.5e+02,-3e0\n7,inf\n", "x|y", "rr",
     [[1e5, 1.5e-3], [250, -3], [7, "inf"]])
case("exponents-comma", "LabVIEW, German", "x;y\n1,5e3;2,25E-2\n0,5;-1,0E+0\n", "x|y", "rr", [[1500, 0.0225], [0.5, -1]])
case("telephones", "Address book", "name,phone\nAnn,+4930123456\nBob,+4989987654321\nCyd,+33140205050\n",
     "name|phone", "tt", [["Ann", "+4930123456"], ["Bob", "+4989987654321"], ["Cyd", "+33140205050"]])
case("signed-scores", "Golf scores with a leading plus", "player,score\nAnn,+5\nBob,-3\nCyd,+12\nDan,0\n", "player|score", "ti",
     [["Ann", 5], ["Bob", -3], ["Cyd", 12], ["Dan", 0]])
case("names-of-digits", "Zip codes, ISBN, long ids, hexadecimal", "zip,isbn,id,mask\n01234,978-3-16-148410-0,12345678901234567890,0x1F\n98765,978-0-306-40615-7,12345678901234567891,0x2A\n",
     "zip|isbn|id|mask", "tttt", [["01234", "978-3-16-148410-0", "12345678901234567890", "0x1F"], ["98765", "978-0-306-40615-7", "12345678901234567891", "0x2A"]])
case("addresses", "Firewall: addresses are no grouped numbers", "n,source\n1,192.168.100.101\n2,192.168.100.102\n3,192.168.100.234\n", "n|source", "it",
     [[1, "192.168.100.101"], [2, "192.168.100.102"], [3, "192.168.100.234"]])
case("fractions", "Recipes and results", "name,share,score\nA,1/2,2:1\nB,3/4,0:0\nC,1/8,3:2\n", "name|share|score", "ttt",
     [["A", "1/2", "2:1"], ["B", "3/4", "0:0"], ["C", "1/8", "3:2"]])
case("spreadsheet-errors", "Excel, error values", "item,ratio,n\nA,0.5,1\nB,#DIV/0!,2\nC,0.25,#N/A\nD,#VALUE!,4\nE,1.5,5\nF,0.125,6\n",
     "item|ratio|n", "tri", [["A", 0.5, 1], ["B", None, 2], ["C", 0.25, None], ["D", None, 4], ["E", 1.5, 5], ["F", 0.125, 6]],
     [["ratio", "2", "#DIV/0!"]])
case("missing-words", "Many words for nothing", "id,a,b,c,d\n1,NA,.,n.a.,--\n2,1.5,2,3,4\n3,null,..,NULL,(null)\n4,2.5,3,4,5\n5,NaN,4,<NA>,-\n",
     "id|a|b|c|d", "iriii", [[1, None, None, None, None], [2, 1.5, 2, 3, 4], [3, None, None, None, None], [4, 2.5, 3, 4, 5], [5, None, 4, None, None]])
case("booleans", "PostgreSQL and Excel booleans", "id,a,b\n1,TRUE,t\n2,FALSE,f\n3,TRUE,t\n", "id|a|b", "itt", [[1, "TRUE", "t"], [2, "FALSE", "f"], [3, "TRUE", "t"]])

# Quoting

case("stray-quote", "Tab-separated, an opening quote that no field ends", 'id\tt\n1\t"A\n2\tB\n3\tC"\n4\tD\n', "id|t", "it",
     [[1, '"A'], [2, "B"], [3, 'C"'], [4, "D"]], [["quote"]])
case("stray-quote-unclosed", "Comma-separated, a quote that is never closed", 'id,name,size\n1,door,80\n2,"big door,90\n3,window,60\n4,wall,70\n', "id|name|size", "iti",
     [[1, "door", 80], [2, '"big door', 90], [3, "window", 60], [4, "wall", 70]], [["quote"]])
case("inches", "Hardware shop: inches at the end of unquoted cells", 'sku,size,n\n1,5" pipe,2\n2,3/4" valve,1\n3,12",7\n', "sku|size|n", "iti",
     [[1, '5" pipe', 2], [2, '3/4" valve', 1], [3, '12"', 7]])
case("inches-in-front", "Titles that begin with a quote", 'id\ttitle\tyear\n1\t"Heroes"\t1977\n2\t"Weird" Al\t1983\n3\tLow\t1977\n', "id|title|year", "iti",
     [[1, "Heroes", 1977], [2, "Weird Al", 1983], [3, "Low", 1977]])
case("line-ends-in-quotes", "Survey with comments of several lines", 'id,comment,score\n1,"first line\nsecond, line",5\n2,"a ""quoted"" word",4\n3,plain,3\n', "id|comment|score", "iti",
     [[1, "first line\nsecond, line", 5], [2, 'a "quoted" word', 4], [3, "plain", 3]], [["1 ", "lines"]])
case("backslash-quotes", "MySQL SELECT INTO OUTFILE", '"id","say","n"\n"1","he said \\"no\\", twice","5"\n"2","back\\\\slash","6"\n"3",\\N,"7"\n', "id|say|n", "iti",
     [[1, 'he said "no", twice', 5], [2, "back\\slash", 6], [3, None, 7]], [["backslash"]])
case("single-quotes", "Weka ARFF body", "'id','say','n'\n'1','a, b','5'\n'2','it''s','6'\n", "id|say|n", "iti", [[1, "a, b", 5], [2, "it's", 6]])
case("blank-before-quote", "Written by hand: a blank behind each comma", 'name, place, n\n"Smith, J.", "Bath, UK", 4\n"Doe, A.", "York", 5\n"Poe", "Hull, UK", 6\n', "name|place|n", "tti",
     [["Smith, J.", "Bath, UK", 4], ["Doe, A.", "York", 5], ["Poe", "Hull, UK", 6]])
case("all-quoted", "Salesforce, everything quoted", '"Id","Name","Amount","Created"\r\n"0061","Acme, Inc.","1200.5","2020-03-25T14:05:00.000Z"\r\n"0062","Über GmbH","","2020-03-26T08:00:00.000Z"\r\n', "Id|Name|Amount|Created", "ttrd",
     [["0061", "Acme, Inc.", 1200.5, t("2020-03-25T14:05:00")], ["0062", "Über GmbH", None, t("2020-03-26T08:00:00")]])
case("r-write-csv", "R's write.csv: row names, unquoted NA", '"","name","x"\n"1","a",1.5\n"2",NA,NA\n"3","c",2.5\n', [None, "name", "x"], "itr",
     [[1, "a", 1.5], [2, None, None], [3, "c", 2.5]])
case("json-cells", "PostgreSQL's COPY CSV with JSON", 'id,payload\n1,"{""a"": 1, ""b"": [2, 3]}"\n2,"{}"\n3,\n', "id|payload", "it",
     [[1, '{"a": 1, "b": [2, 3]}'], [2, "{}"], [3, None]])
case("postgres-copy", "PostgreSQL's COPY text, \\N for NULL", "id\tname\tborn\n1\tAnn\t1990-01-05\n2\t\\N\t\\N\n3\t\"Bob\t1985-12-31\n", "id|name|born", "itd",
     [[1, "Ann", t("1990-01-05")], [2, None, None], [3, '"Bob', t("1985-12-31")]], [["quote"]])

# Separators

case("sep-line", "Excel's line that names the separator", "sep=;\nname;a,b\nx;1,5\ny;2,25\n", "name|a,b", "tr", [["x", 1.5], ["y", 2.25]])
case("sep-line-comma", "Excel's line, with a mark", "\ufeffsep=,\r\nday,n\r\n2020-03-25,1\r\n2020-03-26,2\r\n", "day|n", "di", [[t("2020-03-25"), 1], [t("2020-03-26"), 2]])
case("blanks-one", "numpy.savetxt with a header", "# x y z\n0.0 1.5 2\n1.0 2.5 3\n2.0 3.5 4\n", "x|y|z", "rri", [[0, 1.5, 2], [1, 2.5, 3], [2, 3.5, 4]])
case("blanks-aligned", "Aligned columns of a simulation", "   step     time    energy\n      1    0.010   -12.500\n     10    0.100   -12.625\n    100    1.000  -112.750\n", "step|time|energy", "irr",
     [[1, 0.01, -12.5], [10, 0.1, -12.625], [100, 1, -112.75]])
case("blanks-r-table", "R's write.table: quoted texts, row names without a header", '"name" "x"\n"1" "a b" 1.5\n"2" "c" 2.5\n"3" "d" NA\n', [None, "name", "x"], "itr",
     [[1, "a b", 1.5], [2, "c", 2.5], [3, "d", None]])
case("blanks-two", "Report whose cells have single blanks", "City            Country         People\nNew York        USA            8336817\nRio de Janeiro  Brazil         6748000\nBath            United Kingdom   94092\n", "City|Country|People", "tti",
     [["New York", "USA", 8336817], ["Rio de Janeiro", "Brazil", 6748000], ["Bath", "United Kingdom", 94092]])
case("pipes", "Splunk-like pipes", "time|host|ms\n2020-03-25 14:05:00|a, b|12\n2020-03-25 14:05:01|c|7\n", "time|host|ms", "dti",
     [[t("2020-03-25T14:05:00"), "a, b", 12], [t("2020-03-25T14:05:01"), "c", 7]])
case("ruled-psql", "psql's aligned output", " id | name  | score \n----+-------+-------\n  1 | Ann   |  1.50\n  2 | Bob B |      \n  3 | Cyd   | 12.25\n(3 rows)\n", "id|name|score", "itr",
     [[1, "Ann", 1.5], [2, "Bob B", None], [3, "Cyd", 12.25]], rejects=1)
case("ruled-mysql", "mysql's boxes", "+----+------+-------+\n| id | name | score |\n+----+------+-------+\n|  1 | Ann  |  1.50 |\n|  2 | NULL |  NULL |\n|  3 | Cyd  | 12.25 |\n+----+------+-------+\n", "id|name|score", "itr",
     [[1, "Ann", 1.5], [2, "NULL", None], [3, "Cyd", 12.25]])
case("ruled-sap", "SAP's list in a file", "-----------------------------\n|Material|Plant|  Quantity  |\n-----------------------------\n|A-100   |1000 |   1.234,000|\n|B-200   |1000 |      12,500|\n|C-300   |2000 |      99,000-|\n-----------------------------\n", "Material|Plant|Quantity", "tir",
     [["A-100", 1000, 1234], ["B-200", 1000, 12.5], ["C-300", 2000, -99]])
case("ruled-markdown", "A table of Markdown", "| name | value |\n|------|------:|\n| a    |   1.5 |\n| b    |  2.25 |\n", "name|value", "tr", [["a", 1.5], ["b", 2.25]])
case("trailing-separator", "A separator behind each row", "a;b;c;\n1;x;2,5;\n2;y;3,5;\n3;z;4,5;\n", "a|b|c", "itr", [[1, "x", 2.5], [2, "y", 3.5], [3, "z", 4.5]])
case("trailing-separator-data", "A separator behind each row but the header", "a,b,c\n1,x,2.5,\n2,y,3.5,\n3,z,4.5,\n", "a|b|c", "itr", [[1, "x", 2.5], [2, "y", 3.5], [3, "z", 4.5]])
case("hive", "Hive's default separator", "id\x01name\n1\x01a,b\n2\x01c d\n3\x01e\n", "id|name", "it", [[1, "a,b"], [2, "c d"], [3, "e"]])
case("tilde", "Mainframe with tildes", "ID~NAME~AMT\n1~SMITH, J~10.50\n2~DOE~7.25\n3~POE~0.75\n", "ID|NAME|AMT", "itr", [[1, "SMITH, J", 10.5], [2, "DOE", 7.25], [3, "POE", 0.75]])

# Dates

case("dates-named-dashes", "Oracle and NCBI", "day,n\n25-Mar-2020,1\n01-Apr-2020,2\n3-May-2021,3\n", "day|n", "di", [[t("2020-03-25"), 1], [t("2020-04-01"), 2], [t("2021-05-03"), 3]])
case("dates-named-short", "Oracle, two digits of the year", "HIREDATE,SAL\n17-DEC-80,800\n20-FEB-81,1600\n03-DEC-21,950\n", "HIREDATE|SAL", "di", [[t("1980-12-17"), 800], [t("1981-02-20"), 1600], [t("2021-12-03"), 950]])
case("dates-named-american", "US newspaper", 'published,n\n"March 25, 2020",1\n"April 1, 2020",2\n"December 31, 2019",3\n', "published|n", "di", [[t("2020-03-25"), 1], [t("2020-04-01"), 2], [t("2019-12-31"), 3]])
case("dates-named-blanks", "US newspaper, short", "published,n\nMar 25 2020,1\nApr 1 2020,2\nSep 30 2019,3\n", "published|n", "di", [[t("2020-03-25"), 1], [t("2020-04-01"), 2], [t("2019-09-30"), 3]])
case("dates-rfc2822", "Mail log", 'sent,bytes\n"Wed, 25 Mar 2020 14:05:00 +0100",100\n"Thu, 26 Mar 2020 09:00:30 GMT",200\n"1 Apr 2020 00:00:00 -0500",300\n', "sent|bytes", "di",
     [[t("2020-03-25T14:05:00", 1), 100], [t("2020-03-26T09:00:30"), 200], [t("2020-04-01", -5), 300]])
case("dates-asctime", "Output of date(1) and ctime", "when;n\nWed Mar 25 14:05:00 2020;1\nThu Apr  2 09:00:00 UTC 2020;2\n", "when|n", "di", [[t("2020-03-25T14:05:00"), 1], [t("2020-04-02T09:00:00"), 2]])
case("dates-apache", "Web server log", "time,status\n25/Mar/2020:14:05:00 +0100,200\n25/Mar/2020:14:05:09 +0100,404\n", "time|status", "di", [[t("2020-03-25T14:05:00", 1), 200], [t("2020-03-25T14:05:09", 1), 404]])
case("dates-compact", "SAP and FTP names: eight digits", "DATE,KG\n20200325,1.5\n20200326,2.5\n20200401,3.5\n", "DATE|KG", "dr", [[t("2020-03-25"), 1.5], [t("2020-03-26"), 2.5], [t("2020-04-01"), 3.5]], [["DATE", "20200325"]])
case("dates-compact-time", "iCalendar", "DTSTART,SUMMARY\n20200325T140500Z,Call\n20200326T080000Z,Lunch\n", "DTSTART|SUMMARY", "dt", [[t("2020-03-25T14:05:00"), "Call"], [t("2020-03-26T08:00:00"), "Lunch"]])
case("dates-zones", "ISO 8601 with zones and fractions", "at,v\n2020-03-25T14:05:00.250+01:00,1\n2020-03-25 14:05:00Z,2\n2020-03-25T14:05-0330,3\n", "at|v", "di",
     [[t("2020-03-25T14:05:00.250", 1), 1], [t("2020-03-25T14:05:00"), 2], [t("2020-03-25T14:05", -3.5), 3]])
case("dates-american", "US dates with hours of twelve", "Date,v\n3/25/2020 2:05 PM,1\n12/1/2020 12:00 AM,2\n", "Date|v", "di", [[t("2020-03-25T14:05"), 1], [t("2020-12-01"), 2]])
case("dates-german", "German dates, two digits of the year", "Buchungstag;Betrag\n25.03.20;-12,50\n01.04.20;1.500,00\n", "Buchungstag|Betrag", "dr", [[t("2020-03-25"), -12.5], [t("2020-04-01"), 1500]])
case("dates-guess", "Days and months that cannot be told apart", "d,v\n01/02/2020,1\n03/04/2020,2\n", "d|v", "di", [[t("2020-01-02"), 1], [t("2020-03-04"), 2]], [["d:", "m/d/y"]])
case("dates-stata", "Stata and SAS", "visit,dose\n25mar2020,1\n01apr2020,2\n03may2021,3\n", "visit|dose", "di", [[t("2020-03-25"), 1], [t("2020-04-01"), 2], [t("2021-05-03"), 3]])
case("dates-german-names", "German month names", "Tag;Wert\n25. März 2020;1,5\n1. Dezember 2020;2,5\n3. Mai 2021;3,5\n", "Tag|Wert", "dr", [[t("2020-03-25"), 1.5], [t("2020-12-01"), 2.5], [t("2021-05-03"), 3.5]])
case("epochs", "Unix seconds by their name", "timestamp,v\n1585145100,1\n1585145160,2\n", "timestamp|v", "di", [[1585145100, 1], [1585145160, 2]], [["timestamp", "seconds"]])

# Headers, comments, footers

case("units-line", "Campbell-like logger: a line of units", "TIMESTAMP,AirT,RH\n,Deg C,%\n2020-03-25 14:05:00,20.5,45\n2020-03-25 14:06:00,20.25,46\n2020-03-25 14:07:00,20,47\n", "TIMESTAMP|AirT|RH", "dri",
     [[t("2020-03-25T14:05:00"), 20.5, 45], [t("2020-03-25T14:06:00"), 20.25, 46], [t("2020-03-25T14:07:00"), 20, 47]], [["Deg C"]])
case("toa5", "Campbell TOA5: environment, names, units, processing", '"TOA5","Site","CR1000","1234"\n"TIMESTAMP","RECORD","AirTC_Avg","RH"\n"TS","RN","Deg C","%"\n"","","Avg","Smp"\n"2020-03-25 14:05:00",0,20.5,45.5\n"2020-03-25 14:06:00",1,20.25,"NAN"\n"2020-03-25 14:07:00",2,20,47.5\n', "TIMESTAMP|RECORD|AirTC_Avg|RH", "dirr",
     [[t("2020-03-25T14:05:00"), 0, 20.5, 45.5], [t("2020-03-25T14:06:00"), 1, 20.25, None], [t("2020-03-25T14:07:00"), 2, 20, 47.5]], [["Deg C"]])
case("oscilloscope", "Oscilloscope: a line of units below the names", "Source,CH1\nSecond,Volt\n-0.0005,0.125\n-0.00025,0.25\n0,0.5\n0.00025,0.75\n", "Source|CH1", "rr",
     [[-0.0005, 0.125], [-0.00025, 0.25], [0, 0.5], [0.00025, 0.75]], [["Volt"]])
case("header-two-rows", "Pivot table: years above quarters", "Region,2019,,2020,\n,Q1,Q2,Q1,Q2\nNorth,1.5,2.5,3.5,4.5\nSouth,5.5,6.5,7.5,8.5\nEast,9.5,1.5,2.5,3.5\n", ["Region", None, None, None, None], "trrrr",
     [["North", 1.5, 2.5, 3.5, 4.5], ["South", 5.5, 6.5, 7.5, 8.5], ["East", 9.5, 1.5, 2.5, 3.5]], [["2 header"]])
case("header-years", "World Bank: years name columns", "Country,1990,1991,1992\nA,1.5,2.5,3.5\nB,4.5,5.5,6.5\n", "Country|1990|1991|1992", "trrr", [["A", 1.5, 2.5, 3.5], ["B", 4.5, 5.5, 6.5]])
case("header-years-whole", "Years above whole numbers", "Country,2018,2019,2020\nA,120,131,90\nB,4500,4700,3900\n", "Country|2018|2019|2020", "tiii", [["A", 120, 131, 90], ["B", 4500, 4700, 3900]])
case("header-dates", "Johns Hopkins: dates name columns", "Province,Country,Lat,1/22/20,1/23/20,1/24/20\n,Italy,43.5,0,0,2\nHubei,China,30.5,444,444,549\n,Japan,36,2,2,2\n", "Province|Country|Lat|1/22/20|1/23/20|1/24/20", "ttriii",
     [[None, "Italy", 43.5, 0, 0, 2], ["Hubei", "China", 30.5, 444, 444, 549], [None, "Japan", 36, 2, 2, 2]])
case("no-header", "No header", "1,2.5,x\n2,3.5,y\n3,4.5,z\n", [None, None, None], "irt", [[1, 2.5, "x"], [2, 3.5, "y"], [3, 4.5, "z"]])
case("header-only", "A header and nothing else", "a,b,c\n", "a|b|c", "ttt", [])
case("one-column", "One column", "value\n1.5\n2.5\n\n3.5\n", "value", "r", [[1.5], [2.5], [3.5]])
case("names-twice", "Names twice and names missing", "x,x,,y\n1,2,3,4\n5,6,7,8\n", ["x", None, None, "y"], "iiii", [[1, 2, 3, 4], [5, 6, 7, 8]])
case("pandas-index", "pandas' to_csv: the index has no name", ",name,score\n0,Ann,1.5\n1,Bob,2.5\n", [None, "name", "score"], "itr", [[0, "Ann", 1.5], [1, "Bob", 2.5]])
case("comments", "Comments at the start and in the middle", "# station 7\n# made 2020-03-25\nt,v\n0,1.5\n# recalibrated, by Ann\n1,2.5\n2,3.5\n", "t|v", "ir", [[0, 1.5], [1, 2.5], [2, 3.5]], [["comment"]])
case("comments-slashes", "Comments with slashes", "// rig 3, left\n// gain 2\nt;v\n0;1,5\n1;2,5\n// stop\n2;3,5\n", "t|v", "ir", [[0, 1.5], [1, 2.5], [2, 3.5]], [["comment"]])
case("comments-percent", "MATLAB comments", "% run 12\n% t, v\n0,1.5\n1,2.5\n2,3.5\n", "t|v", "ir", [[0, 1.5], [1, 2.5], [2, 3.5]], [["comment"]])
case("header-in-comment", "Header behind a number sign", "#time,temp\n0,20.5\n1,21.5\n", "time|temp", "ir", [[0, 20.5], [1, 21.5]])
case("preamble-bank", "German bank: account lines, blank line, then the table", '"Kontonummer:";"DE12 / Girokonto";\n\n"Von:";"01.03.2020";\n"Kontostand:";"1.234,56 EUR";\n\n"Buchungstag";"Empfänger";"Betrag (EUR)";\n"25.03.2020";"Müller";"-1.012,50";\n"26.03.2020";"Stadt";"40,00";\n"28.03.2020";"Bäcker";"-3,20";\n',
     "Buchungstag|Empfänger|Betrag (EUR)", "dtr", [[t("2020-03-25"), "Müller", -1012.5], [t("2020-03-26"), "Stadt", 40], [t("2020-03-28"), "Bäcker", -3.2]], [["5", "lines"]], encoding="cp1252")
case("preamble-title", "A title, a subtitle, then the table, and its source below", "Unemployment in Europe\nPercent of the labour force\n\ncountry,rate\nA,4.5\nB,7.25\nC,3.5\nSource: made up\n", "country|rate", "tr", [["A", 4.5], ["B", 7.25], ["C", 3.5]], [["3 lines"], ["1 row"]], rejects=1)
case("total-row", "A total at the end is a row", "day,amount\n2020-03-25,1.5\n2020-03-26,2.5\nTotal,4\n", "day|amount", "dr", [[t("2020-03-25"), 1.5], [t("2020-03-26"), 2.5], ["Total", 4]], [["day", "1 cell"]])

# Rows

case("short-rows", "Spreadsheet that leaves out empty cells at the end", "a,b,c,d\n1,2,3,x\n4,5\n6,7,8\n9,10,11,\n12,13\n", "a|b|c|d", "iiit", [[1, 2, 3, "x"], [4, 5, None, None], [6, 7, 8, None], [9, 10, 11, None], [12, 13, None, None]], [["3 rows", "short"]])
case("long-rows", "Empty cells too many", "a,b\n1,2\n3,4,,\n5,6,\n7,8\n", "a|b", "ii", [[1, 2], [3, 4], [5, 6], [7, 8]])
case("broken-rows", "A row that is cut and one that is too long", "a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n13,14,15\n", "a|b|c", "iii", [[1, 2, 3], [10, 11, 12], [13, 14, 15]], [["2 rows"]], rejects=2)
case("blank-lines", "Blank lines between rows", "\n\na,b\n\n1,2\n\n\n3,4\n\n", "a|b", "ii", [[1, 2], [3, 4]])
case("mixed-ends", "Line ends of all three kinds", "a,b\r\n1,2\n3,4\r5,6\r\n", "a|b", "ii", [[1, 2], [3, 4], [5, 6]])
case("mac-ends", "Excel for Macintosh: CR alone", "a,b\r1,x\r2,y\r", "a|b", "it", [[1, "x"], [2, "y"]])
case("no-last-end", "No line end at the end", "a,b\n1,x\n2,y", "a|b", "it", [[1, "x"], [2, "y"]])

# Separators within cells

PEOPLE = [("Müller", "Köln", 50123.23), ("Jäger", "Zürich", 23896.87), ("Wolf", "Bonn", 17.5), ("Hahn", "Ulm", 8.25), ("Vogt", "Jena", 1200.05)]


def comma(number):
    return f"{number:.2f}".replace(".", ",")


case("comma-one-of-three", "German export with one decimal number in each row", "Name;Stadt;Umsatz\n" + "".join(f"{a};{b};{comma(c)}\n" for a, b, c in PEOPLE),
     "Name|Stadt|Umsatz", "ttr", [list(row) for row in PEOPLE])
case("comma-one-of-five", "German bookkeeping: a date, texts, and one amount", "Datum;Kunde;Ort;Status;Betrag\n" + "".join(f"{20 + n}.01.2023;{a};{b};bezahlt;{comma(c)}\n" for n, (a, b, c) in enumerate(PEOPLE)),
     "Datum|Kunde|Ort|Status|Betrag", "dtttr", [[t(f"2023-01-{20 + n}"), a, b, "bezahlt", c] for n, (a, b, c) in enumerate(PEOPLE)])
case("comma-no-header", "The same without names", "".join(f"{a};{b};{comma(c)}\n" for a, b, c in PEOPLE), [None] * 3, "ttr", [list(row) for row in PEOPLE])
case("comma-tabs", "Excel's text with tabs, German", "Name\tStadt\tUmsatz\n" + "".join(f"{a}\t{b}\t{comma(c)}\n" for a, b, c in PEOPLE),
     "Name|Stadt|Umsatz", "ttr", [list(row) for row in PEOPLE])
case("comma-behind-quotes", "Texts in quotes, numbers without", '"Name";"Stadt";"Umsatz"\n' + "".join(f'"{a}";"{b}";{comma(c)}\n' for a, b, c in PEOPLE),
     "Name|Stadt|Umsatz", "ttr", [list(row) for row in PEOPLE])
case("comma-euro", "Amounts with their sign", "Name;Stadt;Umsatz\n" + "".join(f"{a};{b};{comma(c)} €\n" for a, b, c in PEOPLE),
     "Name|Stadt|Umsatz", "ttr", [list(row) for row in PEOPLE], [["Umsatz", "€"]])
case("comma-below-title", "A title above such a table", "Umsätze 2023\n\nName;Stadt;Umsatz\n" + "".join(f"{a};{b};{comma(c)}\n" for a, b, c in PEOPLE),
     "Name|Stadt|Umsatz", "ttr", [list(row) for row in PEOPLE], [["2 lines"]])
case("comma-places", "Latitude and longitude in one cell", "Nr;Ort;Lage\n1;Bern;46.9480,7.4474\n2;Basel;47.5596,7.5886\n3;Chur;46.8508,9.5320\n4;Genf;46.2044,6.1432\n",
     "Nr|Ort|Lage", "itt", [[1, "Bern", "46.9480,7.4474"], [2, "Basel", "47.5596,7.5886"], [3, "Chur", "46.8508,9.5320"], [4, "Genf", "46.2044,6.1432"]])
case("comma-log", "log4j: milliseconds behind a comma, bars between cells", "".join(f"2021-03-01 12:00:0{n},250|INFO|module.a{n}|started\n" for n in range(5)),
     [None] * 4, "dttt", [[t(f"2021-03-01T12:00:0{n}.250"), "INFO", f"module.a{n}", "started"] for n in range(5)])
case("semicolons-within", "Lists with semicolons in a file with commas", "name,tags,class\n" + "".join(f"{a},{n};{n + 1};{n + 3},{'xyz'[n % 3]}\n" for n, (a, _, _) in enumerate(PEOPLE)),
     "name|tags|class", "ttt", [[a, f"{n};{n + 1};{n + 3}", "xyz"[n % 3]] for n, (a, _, _) in enumerate(PEOPLE)])
case("title-filled", "Spreadsheet: a title and a blank row, filled up with separators", "Kundenliste;;\n;;\nName;Ort;Umsatz\n" + "".join(f"{a};{b};{comma(c)}\n" for a, b, c in PEOPLE),
     "Name|Ort|Umsatz", "ttr", [list(row) for row in PEOPLE], [["2 lines"]])
case("title-filled-values", "Names with values above the table, filled up", "Customer,ACME,\nDate,2023-01-01,\nforce,way,time\n5.01,7,2.5\n7.44,5.25,3\n1.5,2,8.75\n2.5,3,9\n",
     "force|way|time", "rrr", [[5.01, 7, 2.5], [7.44, 5.25, 3], [1.5, 2, 8.75], [2.5, 3, 9]], [["2 lines"]])
case("aligned-two-words", "Aligned columns with blanks within cells", "".join(f"{a:<14}{b:<15}{c:>6}\n" for a, b, c in [("Name", "City", "Amount"), ("Anna Maria", "New York", "0.00"), ("Bert", "Bonn", "1.50"), ("Carl Otto", "San Remo", "22.25"), ("Dora", "Ulm", "3.75")]),
     "Name|City|Amount", "ttr", [["Anna Maria", "New York", 0], ["Bert", "Bonn", 1.5], ["Carl Otto", "San Remo", 22.25], ["Dora", "Ulm", 3.75]])
case("apostrophe-names", "Names that begin with an apostrophe", "place;code;people\n'L Isle;01;16615\n's-Gravenhage;02;51287\n't Harde;03;6285\n's-Hertogenbosch;04;110790\nUtrecht;05;361924\n",
     "place|code|people", "tti", [["'L Isle", "01", 16615], ["'s-Gravenhage", "02", 51287], ["'t Harde", "03", 6285], ["'s-Hertogenbosch", "04", 110790], ["Utrecht", "05", 361924]])
case("quotes-then-text", "Cells that begin with a title in quotes", 'id\ttitle\tyear\n1\t"Heroes" and villains\t1970\n2\tPlain\t1971\n3\t"Low" and high\t1972\n',
     "id|title|year", "iti", [[1, "Heroes and villains", 1970], [2, "Plain", 1971], [3, "Low and high", 1972]], [["2 cells", "--quote none"]])

# Encodings

case("utf16-le", "Excel's Unicode text", "\ufeffName\tZahl\nÄpfel\t1,5\nBirnen\t2,25\n", "Name|Zahl", "tr", [["Äpfel", 1.5], ["Birnen", 2.25]], encoding="utf-16-le")
case("utf16-be", "UTF-16, big end first", "\ufeffname,n\nä,1\n€,2\n", "name|n", "ti", [["ä", 1], ["€", 2]], encoding="utf-16-be")
case("windows-1252", "Windows-1252", "name;n\nMüller;1\n5 €;2\n“q”;3\n", "name|n", "ti", [["Müller", 1], ["5 €", 2], ["“q”", 3]], encoding="cp1252")
case("zero-bytes", "Logger that lost power: zero bytes within", b"t,v\n0,1.5\n1,2.5\n\x00\x00\x002,3.5\n3,4.5\n4,5.5\n5,6.5\n6,7.5\n7,8.5\n8,9.5\n9,1.5\n10,2.5\n11,3.5\n", "t|v", "ir",
     [[0, 1.5], [1, 2.5], [2, 3.5], [3, 4.5], [4, 5.5], [5, 6.5], [6, 7.5], [7, 8.5], [8, 9.5], [9, 1.5], [10, 2.5], [11, 3.5]], [["zero bytes"]])


def main():
    is_check = "--check" in sys.argv
    wanted = {"make_corpus.py", "compare.py", "README.md"}
    for name, (data, truth) in CASES.items():
        text = json.dumps(truth, ensure_ascii=False, indent=1) + "\n"
        for path, made in ((here / f"{name}.csv", data), (here / f"{name}.json", text.encode())):
            wanted.add(path.name)
            if not is_check:
                path.write_bytes(made)
            elif not path.exists() or path.read_bytes() != made:
                sys.exit(f"{path.name} is not what make_corpus.py makes")
    for path in here.iterdir():
        if path.name not in wanted and path.suffix in (".csv", ".json"):
            if is_check:
                sys.exit(f"{path.name} is made by nobody")
            path.unlink()


if __name__ == "__main__":
    main()
