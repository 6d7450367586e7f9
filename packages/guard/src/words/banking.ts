/** What stands before numbers of banks and cards, in the languages of the places they come from. */
export const BANKING_WORDS = {
  card: `card | card number | card no | cc | ccnum | cc number | credit card | credit card number | debit card |
    cardnumber | creditcard | pan | visa | mastercard | amex | american express | diners | diners club | maestro | unionpay | union pay | jcb | girocard | dankort | carte bleue | 银联 | carte | carte bancaire | carte
    de credit | numero de carte | cb | tarjeta | tarjeta de credito | numero de tarjeta | kreditkarte |
    kreditkartennummer | kartennummer | karte | karta | karty | numer karty | carta di credito | numero carta |
    creditcardnummer | kaartnummer | cartao | cartao de credito | numero do cartao | carta n/numero | carte
    n/no/numero | numero della/de/di/la carta/tarjeta/carte | kaart | kreditkarten nr | kartennr | creditcard nr
    | card nr/num/nbr | debitkarte | bankkarte | bankkaart | pinpas | tarjeta n/no/numero/terminada | cartao
    n/numero`,
  iban: 'iban | iban nummer | iban number',
  swift: `swift | bicfi | bic fi | swift address | swift number | swift id | bic number | bic no | bic nr | bic nummer
    | kod bic swift | numer bic | numer swift | 52 a | 53 a | 56 a | 57 a | 58 a | bank identifier code | bank
    identifier | bankidentifiercode | business identifier code | bic | swift code | bic code | swift bic | bic
    swift | swiftcode | biccode | code swift | code bic | codigo swift | codigo bic | codice swift | codice bic
    | kod swift | kod bic | swift kod | swift/bic identifier/nr/kode/codes | code bic/swift de/du/~ la/~ banque
    | codigo swift/bic del/de banco | swift/bic of/for the/your/our bank | identifiant bic | bic adresse | bic
    swift code | swift bic code | bank bic | bank swift | bic or bei | bicorbei | receiver bic | sender bic |
    bank swift code | 54 a | swift bank code | codigo bic swift | codice bic swift | code bic swift`,
  bank: `bank | sepa | beneficiary | remittance | bank transfer | bank details | zahlung | kontoinhaber | payee |
    wire | wire transfer | wire to | banque | banco | banca | virement | uberweisung | transferencia | bonifico
    | beneficiary bank | correspondent | przelew | overboeking | intermediary bank | bankverbindung | banken |
    bancos | banques | banche | banks | spei | virements | transferencias | uberweisungen | wires |
    kreditinstitut | empfangerbank | zielbank | banque beneficiaire/destinataire | banco beneficiario/destinatario/receptor/emisor/corresponsal | banca beneficiaria/destinataria | ontvangende bank | bank odbiorcy | sparkasse | volksbank | hausbank | creditor agent | debtor agent | ueberweisung | mt103 |
    mt202 | mt940 | mt700 | mt950 | mt799 | mt199 | mt101 | mt910 | wired | wiring | transferred | transferring
    | deposit | deposited | uberwiesen | vire | payout | payouts | standing order | direct debit | cheque |
    lastschrift | prelevement | domiciliacion | dauerauftrag | addebito | incasso`,
  account: `bnf account/acct/~ | benef account/acct/~ | account | rib | ccc | numero compte | n compte | compte cheque | compte cheques | bban | account nbr | acct
    nbr | acctnbr | acc | acc no | acc nr | acc num | acc number | accno | bank acc | kto nr | kontonummern |
    comptes | account no | account number | account num | account nr | acct | acct no | acct number | acct num |
    acctno | acctnum | accountno | accountnumber | bank account | bank account number | bank acct | bank account
    no | checking account | checking account number | savings account | savings account number | direct deposit
    | a c | a c no | a c number | ac no | konto | kontonummer | konto nr | kontonr | kto | kto nr | bankkonto |
    bankkontonummer | girokonto | sparkonto | cuenta | numero de cuenta | no de cuenta | num cuenta | cuenta
    bancaria | numero de cuenta bancaria | cuenta corriente | cuenta de ahorro | cta | nro de cuenta | n de
    cuenta | compte | numero de compte | no de compte | n de compte | compte bancaire | numero de compte
    bancaire | compte courant | compte no | compte n | compte numero | conto | numero di conto | conto corrente
    | numero conto | c c | conto numero | rekening | rekeningnummer | bankrekening | bankrekeningnummer | conta
    | numero da conta | conta bancaria | conta corrente | numero de conta | conta n | rachunek | numer rachunku
    | rachunku | numer konta | nr konta | konta | nr rachunku | beneficiary account | payee account | account
    holder number | cta cte | cta corriente | cta bancaria | num de cuenta | num de compte | c c p | giro |
    girorekening | konto bankowe | numer konta bankowego | cc bancario | cuenta de cheques | cuenta de nomina |
    cuenta destino | account to credit | iban account | kontonumer | tilinumero | cislo uctu | cont bancar |
    numar de cont | numero/n/no/num/nr/nro de/del/di/da/do/~ la/~ cuenta/compte/conto/conta
    bancaire/bancaria/bancario/courant/corriente/corrente/epargne/cheque/cheques/ahorro/ahorros |
    cuenta/conta/compte/conto n/no/numero/nro/num | cuenta/cta/ctas de ahorro/ahorros/cheques/nomina
    n/no/numero/~ | cuenta corriente/bancaria n/no/numero | cta cte n/no/numero | conta a ordem n/no/numero/~ |
    conta poupanca/corrente n/numero/~ | compte courant/bancaire/epargne/cheque/cheques n/no/numero | compte d
    epargne n/no/~ | livret | conto corrente/bancario n/numero/~ | rekening nr/nummer | rekeningnr |
    spaarrekening | betaalrekening | zichtrekening | bankrekeningnr | bankkonto nr | konto nummer | gehaltskonto
    | geschaftskonto | tagesgeldkonto | girokonto nr |
    chequing/current/deposit/operating/payroll/settlement/escrow/trust/merchant/credit account |
    chequing/current/deposit/joint account no/number/nr | chequing account | ach account/~ no/number | account
    hash | acct nr | a c nr | acct id | ac number | ac nr | cuenta beneficiaria/destino/origen | compte
    beneficiaire/destinataire | beneficiary acct | credit acct | debit acct | debtor/creditor account | account
    holder | kontoverbindung | kontoverbindung nr | savings/checking acct/acc/account no/number/nr/~ | cuenta de
    cargo/abono/origen | compte a crediter/debiter | conto da accreditare/addebitare | cuenta a abonar/cargar |
    account to debit | cpte | cptes | numero de/~ cpte | cpte bancaire/n/no/~ | checking/savings/chequing no`,
  sortCode:
    'sort code | sortcode | sort | sc | blz | bankleitzahl | code guichet | code banque | transit | transit number | institution | branch | branch number | bsb | agencia | filiale',
  routing: `usaba | mmb id | clr sys mmb id | rtng | rtng no | rtg no | routing | routing no | routing number | routing num | routing nr | rtn | aba | aba number | aba no | aba rtn
    | aba routing | aba routing number | routing transit | routing transit number | routingnumber | bank routing
    number | transit routing number | routing transit no | ach routing transit | ach routing transit no | ach
    routing transit number | wire routing | wire routing number | routing code | aba code | aba routing no |
    routing aba | numero de transito | numero de ruta | numero de ruta bancaria | numero de enrutamiento | ruta
    bancaria | ruta aba | numero aba | ach routing | ach routing number | numero de routage | bankroutingnumber
    | fedwire | routing code/id/nbr | bank routing no/code/nr/~ | aba nummer/nr/id/num/transit/transit
    number | numero de/du transito/transit aba/~ | codigo de ruta/ruta bancaria/enrutamiento/transito | ruta y
    transito | numero de ruta y transito | numero de routage aba | numero/codice/codigo/code aba | routing
    transit/aba code/nr | bankleitzahl usa/us | aba routing transit number | nine digit routing code/number |
    rdfi | odfi | routing nummer | aba/rtn numbers | transit no | r t | r t no | ach/bank/micr r t no/~ | rt no |
    routing and/y/et/und/n transit no/~ | transit and routing no/~ | code de routage bancaire/~ |
    receiving/originating dfi id/identification/routing/no/~ no/~ | micr | bank code aba`,
  clabe: `clabe | clabe interbancaria | cuenta clabe | clave bancaria estandarizada | clave interbancaria | clabe
    number | clabe no/n/numero | cuenta interbancaria | clabes | clave bancaria | cuenta clabe interbancaria`,
  crypto: `bitcoin | btc | btc address | ethereum | eth | eth address | wallet | wallet address | crypto | litecoin
    | ltc | dogecoin | solana | cartera | portefeuille | tip jar | satoshi | usdt | erc`,
} as const
