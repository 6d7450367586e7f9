/** What numbers belong to that are nobody's secret: the nearest label decides whose a number is. */
export const NEUTRAL_WORDS = {
  neutral: `order | order no | order number | order id | order ref | order nr | orderid | invoice | invoice no | invoice number | inv | tracking
    | tracking number | tracking no | shipment | parcel | ticket | ticket no | ticket number | case | case no | case number | docket | ref | ref no
    | reference | reference number | confirmation | confirmation code | booking | booking reference | serial | serial number
    | serial no | sn | isbn | issn | ean | upc | gtin | sku | asin | barcode | part | part number | part no | part nr | pn | item | item no | product
    | model | model number | price | amount | total | cost | budget | revenue | population | build | build number | commit | sha
    | sha1 | sha256 | md5 | hash | checksum | digest | uuid | guid | nonce | offset | timestamp | epoch | unix time | unix | millis | port
    | pid | process | thread | request id | session id | trace id | span id | transaction | transaction id | txn | txid | job | run | batch | lot
    | pallet | container | flight | room | seat | table | page | section | doi | arxiv | pmid
    | patent | trademark | rfc spec | cve | issue | pull request | bug | imei | imsi | iccid | meid | vin | chassis | licence plate
    | license plate | plate | registration plate | meter | meter number | meter reading | policy | policy number | claim | claim number | quote
    | quotation | purchase order | po | po number | po no | coupon | voucher | promo | gift | loyalty | membership | member no
    | customer number | customer no | customer id | client id | kundennummer | bestellnummer | bestellung | rechnungsnummer | rechnung
    | auftragsnummer | sendungsnummer | artikelnummer | commande | numero de commande | facture | numero de facture
    | colis | suivi | numero de suivi | pedido | numero de pedido | factura | numero de factura | folio | referencia | seguimiento | guia
    | ordine | numero ordine | fattura | bestelnummer | factuur | factuurnummer | encomenda | fatura | zamowienie | numer zamowienia
    | faktura | faktury | numer faktury | seed | random | frame | pixel | width | height | latitude | longitude | coordinate
    | score | rank | step | iteration | rows | row | records | bytes | size | length | duration | ms | seconds | employee id
    | badge | student id | asset | asset tag | device | device id | equipment | revision | dewey | zip | fedex | ups | usps | dhl
    | inventory | warehouse | stock | survey | form | form no | permit | building permit | fishing license | software license | license key
    | product key | nuclear | lane | sensor | channel | partition | cluster | node | shard | hts | tariff | naics | duns | ein | sieve | counter
    | regon | krs | siret | file no | lab | specimen | sample | sample id | lot no | batch no | catalog | catalogue | catalog number | cas`,
  version: `version | firmware | driver | package | nuget | gem | library | dll | sdk | tag | schema | plugin | app | chapter | paragraph | article | appendix | exercise | oids | snmp | build number | patch | hotfix | ver | v | release | releases | firmware version | upgraded | upgrade | downgraded | semver | chrome | safari
    | section | sections | clause | figure | oid | dotnet | assembly version | fileversion | productversion | changelog | kernel | driver
    | versione | versie | wersja | versao | versionsnummer | mozilla | build`,
} as const
