/** What numbers belong to that are nobody's secret: the nearest label decides whose a number is. */
export const NEUTRAL_WORDS = {
  neutral: `order | order no | order number | order id | order ref | order nr | orderid | invoice | invoice no | invoice
    number | inv | tracking | tracking number | tracking no | shipment | parcel | ticket | ticket no | ticket
    number | case no | case number | docket | ref | ref no | reference | reference number | confirmation |
    confirmation code | booking | booking reference | serial | serial number | serial no | sn | isbn | issn |
    ean | upc | gtin | sku | asin | barcode | part | part number | part no | part nr | pn | item | item no |
    product | model | model number | price | amount | total | cost | budget | revenue | population | build |
    build number | commit | sha | sha1 | sha256 | md5 | hash | checksum | digest | uuid | guid | nonce | offset
    | timestamp | epoch | unix time | unix | millis | port | pid | thread | request id | session id | trace id |
    span id | transaction | transaction id | txn | txid | job | batch | lot | pallet | container | flight | room
    | seat | section | doi | arxiv | pmid | patent | trademark | rfc spec | cve | issue | pull request | bug |
    imei | imsi | iccid | meid | vin | chassis | licence plate | license plate | plate | registration plate |
    meter | meter number | meter reading | policy | policy number | claim | claim number | quotation | purchase
    order | po | po number | po no | coupon | voucher | promo | loyalty | membership | member no | customer
    number | customer no | customer id | client id | kundennummer | bestellnummer | bestellung | rechnungsnummer
    | rechnung | auftragsnummer | sendungsnummer | artikelnummer | commande | numero de commande | facture |
    numero de facture | colis | suivi | numero de suivi | pedido | numero de pedido | factura | numero de
    factura | folio | referencia | seguimiento | guia | ordine | numero ordine | fattura | bestelnummer |
    factuur | factuurnummer | encomenda | fatura | zamowienie | numer zamowienia | faktura | faktury | numer
    faktury | seed | pixel | width | height | latitude | longitude | coordinate | score | rank | step |
    iteration | records | bytes | size | length | duration | seconds | employee id | badge | student id | asset
    | asset tag | device id | equipment | revision | dewey | zip | fedex | ups | usps | dhl | inventory |
    warehouse | stock | survey | form no | permit | building permit | fishing license | software license |
    license key | product key | nuclear | sensor | channel | partition | cluster | node | shard | hts | tariff |
    naics | duns | ein | sieve | counter | regon | krs | siret | file no | lab | specimen | sample | sample id |
    lot no | batch no | catalog | catalogue | catalog number | cas | quote/quotation no/number/ref/id | case
    no/number/id/ref | run id/no/number | form no/number | table no/number | page no/number | gift card/voucher
    | process id | device id/no | drawing | drawing no/number | zeichnung | zeichnungs nr | dessin no/n | plano
    no/n | disegno n/numero | receipt | receipt no/number | scontrino | ricevuta | recibo | recu n/no/numero |
    quittung | beleg | kassabon | lottery | lotto | lottozahlen | loterie | loto | loteria | sorteo | tirage |
    draw | drawn | numbers drawn | lote | lotto n/numero | lote no/n/numero/num | numero de/di/do lote/lot/lotto
    | n de lot | lot n/no/numero | charge | charge nr | chargen nr | chargennr | los nr | numer partii | partia
    | partij | batch no/number/id | serie | numero de/di serie | n de serie | no de serie | numero serie |
    serien nr | seriennummer | num serie | numero seriale | matricola | serienr | teil | teilenummer | teile nr
    | bauteil | baugruppe | piece no/n/numero | pieza | piezas | pezzo | pezzi | peca | onderdeel | artikel |
    artikel nr | art nr | articulo | articolo | artigo | referencia n/no | reference n/no/numero | numero de
    reference | numero de referencia | riferimento | referentie | kenmerk | referenz | ref n | ref nr |
    aktenzeichen | geschaftszeichen | vorgang | vorgangs nr | vorgangsnummer | expediente | numero de expediente
    | pratica | numero pratica | zaak | zaaknummer | processo n/numero | numero do processo | turno | locker |
    locker combo/code/no/number | combo | combination |
    door/gate/access/safe/save/game/fare/discount/promo/coupon/key/product code | code
    promo/produit/article/cadeau | codigo de/del descuento/producto/articulo/promocion | codice
    sconto/prodotto/articolo | rabattcode | gutscheincode | kortingscode | paquete | pacco | pakket | paket |
    paket nr | numero de guia | envio | numero de envio | spedizione | zending | remessa | numero de seguimiento
    | numero di tracking | track and trace | reservation | reservation no/number/code | numero de reservation |
    reserva | numero de reserva | prenotazione | reservierung | buchung | buchungs nr | buchungscode | boeking |
    localizador | pnr | devis | presupuesto | preventivo | angebot | angebots nr | offerte | orcamento |
    contract no/number | contrat n/no/numero | numero de contrat | contrato no/n/numero | numero de contrato |
    contratto n/numero | vertrag nr | vertrags nr | police no/number | police n | poliza | polizza | polis |
    apolice | sinistre | siniestro | sinistro | schaden nr | schadens nr | numero client | n client | numero
    de/di cliente | numero cliente | kunden nr | klantnr | membre n/no | numero de socio | mitglieds nr | lidnr
    | abonnement | placeholder | pattern | regex | mask | session | seq | sequence | ack | cursor | queue |
    quantity | qty | followers | subscribers | visitors | views | attendance | spectators | abonnes | seguidores
    | habitants | habitantes | einwohner | abitanti | inwoners | population | elapsed | latency | timeout | ttl
    | delivery tag | routing/route key/table/map | call routing | customs | mrn customs | customs mrn | movement
    reference number | zoll mrn | mrn zoll | mrn douane | permis de
    construire/chasse/peche/sejour/travail/port/feu | permis d amenager/urbanisme/exploitation | permiso de/del
    obra/obras/trabajo/residencia | licencia de/del
    obra/obras/software/pesca/caza/apertura/actividad/maternidad/construccion/armas/importacion | licenza
    software/edilizia | tv licence/license | fishing/hunting/gun/liquor/business/marriage/dog/pilot
    licence/license | angelschein | jagdschein | waffenschein | baugenehmigung | licence/license
    fee/plate/key/server | patente del/de brevetto/invencion | brevetto | brevet | birthday/bday/birthdays
    party/cake/dinner/card/gift/present/drinks/bash/celebration/lunch/brunch/trip/weekend/sale/mailer/job/reminder/bonus/list/calendar/wishes/message/greeting/greetings/voucher/discount/offer/event/invite/invitation/invitations/picnic/concert/tea/month/promo/code/email/emails/mail
    | b day party/dinner/drinks | birth
    certificate/certificates/plan/rate/rates/registration/control/announcement/weight/order/cohort | certificate
    of birth | registration of births | born out/from/as/again/into |
    acte/extrait/certificat/declaration/prime/conge de/d naissance | fete/gateau/repas/soiree/carte/cadeau
    d/de/pour anniversaire | anniversaire de/du/des
    mariage/entreprise/societe/club/association/contrat/rencontre | naissance copie |
    acta/certificado/partida/registro/inscripcion/certificacion de nacimiento |
    fiesta/tarta/cena/comida/regalo/pastel de/del cumpleanos | geburtsurkunde | geburtstagsfeier |
    geburtstagsparty | geburtstagskuchen | geburtstagsessen | geburtstagsgeschenk | geburtstagskarte |
    geburtstagskind | geburtstermin | entbindungstermin | geburtenregister | geburtsanzeige |
    certificato/atto/estratto di nascita | festa/torta/cena/regalo di compleanno | geboorteakte |
    geboortekaartje | verjaardagsfeest | verjaardagstaart | verjaardagsfeestje |
    certidao/registo/registro/boletim de nascimento | festa/bolo/jantar de aniversario | baby shower | due date
    | firmengeburtstag | founded |
    user/users/forum/gaming/game/steam/github/gitlab/google/gmail/apple/twitter/instagram/insta/facebook/fb/tiktok/youtube/netflix/spotify/amazon/ebay/email/mail/social/service/admin/guest/revenue/expense/gl/ledger/loyalty/points/aws/azure/cloud/linkedin/reddit/discord/twitch/whatsapp/telegram/bonus/capital
    account/accounts | general ledger account | account
    payable/receivable/executive/executives/rep/name/names/created/opened/settings/type/types/service/sync/alias/balance/manager/managers/locked/team/statement/holder
    name | accounts payable/receivable/team/department | sachkonto | nutzerkonto | benutzerkonto | punktekonto |
    kundenkonto | mailkonto | steamkonto | zeitkonto | arbeitszeitkonto |
    insta/instagram/twitter/facebook/mail/user/steam konto | konto des/der sturmers/spielers | compte
    utilisateur/client/twitter/instagram/facebook/google/tiktok/youtube/rendu/tours/gouttes | compte rendu/a
    rebours | compte d utilisateur | cuenta/cuentas de/del
    usuario/instagram/twitter/facebook/correo/google/tiktok/youtube/restaurante/bar/luz/agua/gas/hotel | cuenta
    atras | conto alla rovescia | conto del/della ristorante/hotel/bar/cena | conta de/da
    luz/agua/gas/instagram/usuario/utilizador/restaurante | gebruikersaccount | chart position/positions/topping
    | billboard chart | record label | world record | patient
    portal/portals/zero/wait/care/safety/experience/count/services/satisfaction | patients | case | saldo |
    balance | solde | kontostand | betrag | summe | montant | importe | monto | importo | bedrag | umsatz |
    chiffre d affaires | turnover | clave de/del
    producto/articulo/registro/elector/pais/catalogo/unidad/material/trabajador/empleado/pedido | clave
    catastral/lada/producto/articulo/interna | account id/ids | born of |
    software/site/server/user/enterprise/trial/product/volume/seat/media/operating/trade/export/import
    licence/license no/number/key/id/~ | licence/license to operate | aws account id |
    catalogue/catalog/item/sku/asset/stock no/number | grid reference | case reference | permis bateau | form |
    born to run/be/die/win/shine | was/were/is been/~ born out/from/as/again/into/of | modele | modelo | modello
    | modell | typ nr | type no | tag no | asset no | record no | mt 103 | pacientes | pazienti | patienten |
    patientes | customer/client/utility/gas/energy/electricity/water/broadband/membership account no/number/id |
    routing slip/sheet/form no/~ | clave de/del rastreo/referencia/pago | wd my passport | my passport drive/ultra/essential/disk | passport drive |
    contractor/electrical/electrician/plumbing/plumber/estate/nursing/nurse/professional/cosmetology/barber/broker/teaching/teacher/architect/engineer/medical/pharmacy/dental/law/food/retail/cannabis/daycare/security licence/license no/number/~ | accession | accession no/id | appel/appels d offres n/no/~ | appel a projets/candidatures | call/calls for tenders/tender/papers/proposals/bids no/~ | permis de/d
    chasser/chasse/pecher/peche/louer/demolir/stationnement/voirie/fouille/inhumer/exploiter/navigation/vegetaliser/occuper |
    premises/operator/vehicle/alcohol/street/entertainment/betting/gaming/pilot/taxi/minicab/trading/waste/goods/hmo/marriage/shotgun/firearms/firearm/amateur/radio/spectrum/mining/quarry licence/license no/number/~ | icd | icd 9/10/11 | cpt | cpt code | hcpcs | snomed | loinc | ndc | npi | drg | nct | customer/client/utility/broadband account |
    cheque/check/draft/counterfoil no | cheque n | scheck nr | schecknummer | meeting | meeting/webinar/conference/zoom
    id/code/no | appointment | appointment id/no | webinar | employer identification no | employer id no | style |
    style no | series | unit id | versuch | call/sms/message/msg id/ids | call
    log/logs/option/options/stack/count/duration/volume/sign/tree/graph/trace | born digital | phone/telephone
    bill/bills/model/case/plan/book/charger/screen/pole/jack | call sheet/gate/queue/transcript |
    phone/telephone booth/booths/exchange no/~ | transit time/visa/pass/card/zone/authority | social
    media/network/housing/worker/work/club/care/studies/science post/~ | dossier | rezept no | rezeptnummer | uberweisung no | ordonnance no | receta no | ricetta no | prescription no | referral no | ref/reference/code/numero produit/article/client/dossier/commande/colis/piece | account
    code/codes/pin/tier/limit | cost/nominal account |
    private hire licence/license no/number/~ | driving school licence/license no/number/~ | hackney carriage licence/license no/number/~ |
    carrier/dealer/dealers/haulage/haulier/hauliers/instructor/towing licence/license no/number/~ | theory/~ test pass no/certificate/~ no/~ | dealer s licence/license no/~`,
  version: `version | firmware | driver | package | nuget | gem | library | dll | sdk | tag | schema | plugin | app | chapter | paragraph | article | appendix | exercise | oids | snmp | build number | patch | hotfix | ver | v | release | releases | firmware version | upgraded | upgrade | downgraded | semver | chrome | safari
    | section | sections | clause | figure | oid | dotnet | assembly version | fileversion | productversion | changelog | kernel | driver
    | versione | versie | wersja | versao | versionsnummer | mozilla | build`,
} as const

/** Phrases with the words of labels in them that speak of no value at all: they are read, and then forgotten. */
export const IDLE_WORDS = {
  idle: `in my/our/your/his/her/this/that/any/each/which case | just/in case | to quote | please quote | quoting |
    zip file/archive | in form | take/takes/taken/taking into account | on account of | by all accounts |
    account of/for | accounts for | accounted for | give/gave an account | tenir/tenez/tient/tenant/tenu compte
    | compte tenu | compte sur | comptez sur | rend/rendu compte | se rendre compte | en fin de compte | cuenta
    con/conmigo/que | tener/ten/tenga/tomar en cuenta | darse cuenta | se dio cuenta | por cuenta | a fin de
    cuentas | rendere conto | tenere/tieni conto | per conto | ter em conta | faz de conta | per saldo | on call
    | call it | a call to action | out of order | in order to | in order | case sensitive/insensitive | the/a
    table below | round the clock | sin embargo/contar/duda/dinero/falta/que | be patient | en route | key
    takeaway | birthday boy/girl | by birth | place of birth | country of birth | lieu de naissance | lugar de
    nacimiento | geburtsort | luogo di nascita | geboorteplaats | local de nascimento | swift
    package/packages/build/version/ui/code quality | taylor swift | swift taxi | taken/take/taking
    it/this/that/these into account | according to his/her/their/my/this/that/one account | compte est bon |
    compte y est | the account goes | vers | we/i/they/you/please/must/should/will/can invoice`,
} as const
