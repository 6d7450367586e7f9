import { foldWord } from '../context/tokens.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

/** Common given names of several languages, folded: a capitalised word behind one is likely a surname. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aaron abigail adam adele adrian agnes agnieszka ahmed aidan aisha alan alastair albert alberto alejandra
  alejandro alessandra alessandro alex alexander alexandra alfred alfredo ali alice alicia alina alison
  allison alma alvaro amanda amelia amina amir amy ana anastasia anders andrea andreas andrei andrew andrzej
  angela angus anika anita anja ann anna anne annie anthony antoine anton antonio ariana arjun arnaud arthur
  asha ashley astrid aurelie ava axel barbara barry bartosz beatrice beatriz ben benjamin benoit bernard bernd
  beth bethany bettina bianca bill birgit blanca bob bradley brandon brenda brian bridget brigitte bruno bryan
  callum cameron camille carl carla carlos carmen carol carolina caroline carsten catherine cathy cecilia
  celine cesar chantal charles charlie charlotte cheryl chiara chloe chris christian christina christine
  christoph christopher cindy claire clara claude claudia clemens clive colin colleen connor conor constance
  corinne craig cristina curtis cynthia damian damien daniel daniela darren david deborah declan delphine
  denis dennis derek desmond diana diego dieter dimitri dolores dominic dominik donald donna dora doris
  dorothy douglas duncan dylan eduardo edward edwin eileen elaine eleanor elena eleonora elias elif elisa
  elizabeth ella ellen eloise emanuel emil emilia emiliano emilie emily emma emre enrique enzo eric erik ernst
  esther ethan eugene eva evan evelyn ewa fabian fabio fabrice fatima federico felicity felix fernando filip
  fiona florian frances francesca francesco francisco francois frank franz fred frederic freya friedrich
  gabriel gabriela gareth gary gavin gemma georg george gerald gerard gerhard gilles gina giorgio giovanni
  giselle giulia giuseppe gloria gonzalo gordon grace graham greg gregory gretchen guadalupe guido guillaume
  gunther gustav gwen hamza hannah hans harald harold harriet harry harvey hassan heather hector heidi heike
  heinz helen helena helmut henri henrik henry herbert hilary holger holly horst howard hubert hugo ian
  ibrahim imogen imran ines inga ingo ingrid irene irina isaac isabel isabella isla itzel ivan jack jacob
  jacqueline jaime jakob jamal james jamie jan jane janet jasmine jason jasper javier jean jeff jenna jennifer
  jenny jens jeremy jerome jessica jesus jill jim joachim joan joanna joao joaquin jodie joe joel joerg johan
  johann johannes john johnny jolanta jonas jonathan jorge joris jose josef joseph josephine joshua joyce juan
  judith judy julia julian julie juliette jurgen justin jutta kai kamil karen karim karin karl karolina
  karsten katarzyna kate katharina katherine kathleen kathryn katie katrin keith kelly kenneth kerstin kevin
  kieran kirsten klaus kristin krzysztof kurt kyle lars laura lauren laurence laurent laurie lawrence lea leah
  leila lena leo leon leonardo leslie lewis liam lidia lillian lily linda lisa liu lorena lorenzo lorraine
  louis louisa louise luc luca lucas lucia lucy ludovic luis luisa lukas luke lydia lynn madeleine maeve
  magdalena magnus malcolm malgorzata malik manfred manon manuel manuela marc marcel marcin marco marcos
  marcus margaret margarita maria mariam marianne marie marilyn marina mario marion marisol marjorie mark
  markus marlene marlon marsha marta martha martin martina mary mateo mathieu matteo matthew matthias maureen
  maurice max maximilian maya meera megan mehmet melanie melissa mercedes mia micah michael michel michelle
  miguel mike milena mina mireille miriam mitchell mohamed mohammed moira molly monica monika morgan muhammad
  muriel mustafa nadia nancy naomi natalia natalie nathan neil nelson neville niamh nicholas nick nicolas
  nicole niels nigel nikhil nikolai nils nina noah noel noemi nora norman oksana ole olga oliver olivia
  olivier omar orla oscar osman otto owen pablo pamela paola paolo parvati pascal patrice patricia patrick
  paul paula pauline pavel pedro peggy penelope percy perry peter petra philip philippe phoebe phyllis pia
  pierre pilar piotr poppy preston priya quentin rachel rafael rahul raj ralf ralph ramon randy raphael raquel
  rashid raul ravi raymond rebecca regina reinhard remi renate rene renee rhys ricarda ricardo richard rita
  rob robert roberto robin rocio rodrigo roger rohan roland ronald rosa rosalind rose rosemary rosie ross
  rowan roy rupert russell ruth ryan sabine sabrina sally sam samantha samuel sandra sanjay santiago sara
  sarah saul scott sean sebastian selma sergio seth shane shannon sharon shaun sheila shirley sibylle sidney
  sigrid silke silvia simon simone siobhan sofia solange sonia sophie soren stan stefan stefania stella
  stephanie stephen steve steven stuart sue sunil susan susanne sven svenja sylvia sylvie tamara tanja tanya
  tara tariq tatiana terence teresa tessa thea theo theodore theresa thierry thomas thorsten tiffany tim
  timothy tina tobias todd tom tomas tomasz tony torsten travis trevor tristan ulrich ursula uwe valentina
  valeria valerie vanessa vasily vera vernon veronica vicky victor victoria viktor vincent viola virginia
  vivian walter wanda warren wayne wei wendy werner wesley wiktor wilhelm will william winston wojciech
  wolfgang xavier yannick yasmin yolanda yusuf yves yvonne zachary zainab zoe zofia zuzanna`.split(/\s+/),
)

const PART = "\\p{Lu}(?:[\\p{L}-]|['’](?=\\p{L})){1,24}"
const PARTICLE = "(?:de|del|de la|la|von|van|van der|van den|den|der|di|da|dos|du|le|el|al|bin|ibn|y|O['’])"
const REST = `(?:[ ]\\p{Lu}\\.)?(?:[ ](?:${PARTICLE}[ ])?${PART}){0,3}`
const TITLED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:M(?=\\.)|Maître|Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herr|Herrn|Frau|Monsieur|Madame|Mme|Mlle|Señor|Señora|Sr|Sra|Don|Doña|Sig|Signor|Signora|Dott|Pan|Pani|Mevrouw|Meneer|Dhr)\\.?[ ](${PART}${REST})`,
  'gu',
)
const INTRODUCED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:[Mm]y name is|[Nn]ame is|I am called|[Jj]e m['’]appelle|[Mm]e llamo|[Mm]i nombre es|[Ii]ch heiße|[Mm]ein Name ist|[Mm]i chiamo|[Ii]k heet|[Nn]azywam się|[Cc]hamo-me|[Dd]ear|[Cc]her|[Cc]hère|[Ll]ieber|[Ll]iebe|[Qq]uerid[oa]|[Ee]stimad[oa]|[Rr]egards,|[Ss]incerely,|[Ss]igned by|(?:[Nn]ame|NAME|[Nn]om|[Nn]ombre|[Nn]ome|[Nn]aam)\\s?:)\\s{1,2}(${PART}${REST})`,
  'gu',
)
const PAIR = new RegExp(`(?<![\\p{L}\\p{N}_@./-])(${PART})(${REST})(?![\\p{L}\\p{N}_@])`, 'gu')
const NO_NAME =
  /^(?:Sir|Madam|Madame|Mesdames|Monsieur|Messieurs|Maître|Damen|Herren|Herr|Frau|Kolleg(?:e|en|in|innen)|Se[ñn]or(?:a|es|as)?|Team|All|Customer|Customers|Colleagues|Everyone|Friends|Support|Hiring|The|Mr|Mrs|Ms|Dr|Street|Avenue|University|Bank|Inc|Corp|Ltd|GmbH|Saint|St|Day|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/

/** Signatures and salutations that name no person: "Regards, Sales Team", "Dear Admissions Office". */
const NO_PERSON =
  /^(?:Teams?|Departments?|Dept|Office|Desk|Group|Division|Staff|Committee|Board|Council|Services?|Support|Sales|Marketing|Billing|Accounting|Finance|Payroll|Resources|Operations|Engineering|Administration|Management|Manager|Company|Association|Society|Foundation|Institute|Agency|Authority|Ministry|Équipe|Direction|Equipo|Departamento|Abteilung|Vertrieb|Kundendienst|Kundenservice|Personalabteilung|Buchhaltung)$/u

/** A whole name, of which nothing need be known. */
const FULL = `${PART}(?:[ ]\\p{Lu}\\.)?(?:[ ](?:${PARTICLE}[ ])?${PART}){1,3}`
const CLOSING =
  '(?:(?:[Bb]est|[Kk]ind|[Ww]arm|[Ww]armest)(?: [Rr]egards| [Ww]ishes)?|[Rr]egards|[Cc]heers|[Tt]hanks|[Tt]hank you|[Ss]incerely|[Yy]ours (?:sincerely|faithfully|truly)|(?:[Mm]it )?(?:[Ff]reundlichen|[Hh]erzlichen|[Bb]esten|[Vv]iele|[Ll]iebe|[Bb]este|[Hh]erzliche) Grüßen?|[Cc]ordialement|[Bb]ien (?:à vous|cordialement)|[Ss]alutations|[Ss]aludos(?: cordiales)?|[Aa]tentamente|[Uu]n saludo|[Cc]ordiali saluti|[Mm]et vriendelijke groet)'
/** The line below the close of a letter. */
const SIGNED = new RegExp(
  `^[ \\t>]*${CLOSING}[ \\t]*[,.!]?[ \\t]*\\r?\\n(?:[ \\t>]*\\r?\\n)?[ \\t>]*(${FULL})[ \\t]*$`,
  'gmu',
)
/** Whose CV it is. */
const CV = new RegExp(
  `^[ \\t#*_]*(?:[Cc]urriculum [Vv]itae|CURRICULUM VITAE|CV|[Rr]ésumé|RÉSUMÉ|Lebenslauf|LEBENSLAUF)(?:[ \\t*_]*\\r?\\n(?:[ \\t]*\\r?\\n)?[ \\t#*_]*|(?: of| von| de|:|[ ]?[–—-])[ ])(${FULL})[ \\t*_]*$`,
  'gmu',
)
/** A party to a contract: what it is called there follows in brackets. */
const PARTY = new RegExp(
  `(?<![\\p{L}])(?:[Bb]etween|BETWEEN|[Aa]nd|AND|[Zz]wischen|[Uu]nd|[Ee]ntre|[Ee]t|[Yy]|[Ee])[ ](${FULL})(?=(?:, [^.;()\\n]{0,120})?,? ?\\((?:[Tt]he|[Hh]ereinafter|[Ii]m [Ff]olgenden|[Cc]i-après|[Ee]n adelante|[“"„«‘'])[^()\\n]{0,60}\\))`,
  'gu',
)
/** Words of headings and of companies, which stand in the same places. */
const NO_PART =
  /^(?:Work|Professional|Experience|Education|Skills|Summary|Profile|Contact|Personal|Details|Next|Steps|Limited|LLC|LLP|PLC|AG|KG|SE|SA|SAS|SARL|SL|BV|NV|Homes|Holdings?|City|County|State|Stadt|Ville|Berufserfahrung|Ausbildung)$/u

/**
 * Names are recognised by titles, introductions, common given names, and by where they stand: below a letter, above a
 * CV, as a party to a contract. Never certain, so only a hint.
 */
export const nameRule: Rule = {
  type: 'NAME',
  version: 4,
  find: (text) => {
    const found: Candidate[] = []
    for (const form of [TITLED, INTRODUCED])
      for (const match of text.matchAll(form)) {
        const name = match[1] ?? ''
        const parts = name.split(' ')
        if (NO_NAME.test(parts[0] ?? '')) continue
        if (form === INTRODUCED && NO_PERSON.test(parts.at(-1) ?? '')) continue
        const end = match.index + match[0].length
        found.push({ start: end - name.length, end, confidence: 0.5 })
      }
    for (const form of [SIGNED, CV, PARTY])
      for (const match of text.matchAll(form)) {
        const name = match[1] ?? ''
        if (name.split(' ').some((part) => [NO_NAME, NO_PERSON, NO_PART].some((word) => word.test(part))))
          continue
        const start = match.index + match[0].lastIndexOf(name)
        found.push({ start, end: start + name.length, confidence: 0.5 })
      }
    for (const match of text.matchAll(PAIR)) {
      const [, first = '', rest = ''] = match
      if (
        rest === '' ||
        !FIRST_NAMES.has(foldWord(first)) ||
        NO_NAME.test(rest.trim().split(' ').at(-1) ?? '')
      )
        continue
      found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.45 })
    }
    return found
  },
}

const NAME = "\\p{L}[\\p{L}'’.-]{0,24}"
const ENGLISH_WAY =
  'Street|St|Avenue|Ave|Av|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Close|Crescent|Cres|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Trail|Trl|Gardens|Grove|Mews|Row|Walk|Hill|Quay|Broadway|Plaza|Alley|Loop|Esplanade'
const NUMBER = '\\d{1,5}(?:[A-Za-z]|[-/]\\d{1,4}[A-Za-z]?)?'

/** Number first, then up to four words and the kind of way. */
const ENGLISH = new RegExp(
  `(?<![\\p{L}\\p{N}_.,$€£-])${NUMBER} (?:(?:${NAME}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}?(?:${ENGLISH_WAY})(?![\\p{L}])\\.?`,
  'gu',
)
const FRENCH = new RegExp(
  `(?<![\\p{L}\\p{N}_.,$€£-])${NUMBER}(?: ?(?:bis|ter|quater))?,? (?:rue|avenue|av\\.|boulevard|bd|place|chemin|impasse|allée|quai|route|cours|passage|square|rua|via|calle)\\b(?: (?:de|du|des|la|le|les|l['’]|d['’]|aux|en))* ?(?:${NAME}[ -]?){1,4}`,
  'giu',
)
/** Kind of way and name first, the number behind: Spanish, Italian, Portuguese, Polish. */
const NUMBER_LAST = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:calle|c\\/|avenida|avda\\.?|av\\.|paseo|plaza|carrera|calzada|camino|via|viale|corso|piazza|largo|rua|travessa|praça|estrada|ul\\.|ulica|al\\.|aleja|os\\.|blvd\\.?|boulevard)\\.? (?:(?:de|del|la|el|los|las|di|della|dei|da|do|dos|das|y|e) )*(?:${NAME} ?){1,5},? ?(?:(?:n[º°o.]|núm\\.?|nr\\.?|no\\.|#|numero|número)\\s?)?(?<![A-Za-z])(?:${NUMBER})(?![\\p{N}])`,
  'giu',
)
/** One word with its kind at the end, and the number: German, Dutch, the north. */
const ONE_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:\\p{Lu}[\\p{L}'’.-]{0,24}[ -]){0,3}(?:\\p{Lu}[\\p{L}-]{0,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej|veien|katu|tie|utca|út)|Straße|Strasse|Str\\.|Platz|Allee|Weg|Damm|Ring) ${NUMBER}(?![\\p{N}])`,
  'gu',
)
/** Any name and a number, confirmed by a German postcode and town after it: "Am Hang 12a, 61462 Königstein". */
const BEFORE_TOWN =
  /(?<![\p{L}\p{N}_-])\p{Lu}[\p{L}'’.-]{1,24}(?: (?:\p{Lu}[\p{L}'’.-]{0,24}|de[mnrs]|zum|zur)){0,3} \d{1,3} ?[a-z]?(?=(?:, |,? ?\r?\n)(?:D-)?(?!\d\d000)\d{5} \p{Lu}\p{Ll})/gu
const POST_BOX = /(?<![\p{L}\p{N}_])(?:P\.? ?O\.? Box|Postfach|Apartado|Boîte postale|BP) \d{1,6}(?!\d)/giu
/** What may follow on the line: unit, city, state, code, country; in parts behind commas or dashes. */
const TAIL =
  /^(?:,? ?(?:#|Apt\.?|Apartment|Suite|Ste\.?|Unit|Flat|Floor|Fl\.?|Bldg\.?|Building|Room|Rm\.?|App\.?|Appt\.?|bât\.?|piso|depto\.?|int\.?|escalier|Etage|étage|\d{1,2}[ºª°]|Wohnung|Whg\.?)\s?[\p{L}\p{N}-]{1,8})?(?:(?:, ?| - | )(?:(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{2}-\d{3}|\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|C\.?P\.?|de|del|la|sur|sous|am|an der|bei|upon|on|of|CEDEX)(?= |,|\.|;|\)|$|\n|["'|])(?: (?=\p{Lu}|\d|de |del |la |sur |am |upon ))?){1,5}){0,5}/u

/** A code in the tail whose form is sure makes the whole as sure as the code by itself, so that the whole is kept. */
const SURE_CODE =
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5}-\d{4})(?![\p{L}\p{N}])/u
const USUAL = 0.65
const WITH_SURE_CODE = 0.85

/** A word, and the stop behind it with a capital to follow. */
const STOP = /([\p{L}\p{N}][\p{L}\p{N}'’-]*)(?=\. ["'«„“(]?\p{Lu})/gu
const ABBREVIATION =
  /^(?:\p{L}|.*str|St|Ste|Sta|Sto|Mt|Ft|Pt|Apt|Appt?|Bldg|Fl|Rm|No|Nr|Núm|Ave?|Avda|Blvd|Bd|Rd|Dr|Ln|Sq|Pl|Ct|Cir|Cres|Ter|Trl|Hwy|Pkwy|ul|al|os|pl|Bât|Depto|Int|Ext|Esc|Col|Del|Edo|Prov|Whg|Ont|Que|Alta|Sask|Man|Calif|Mass|Tex|Fla|Ill|Wash|Ore|Ariz|Colo|Conn|Mich|Minn|Tenn|Okla|Wis|Gral|Cnel|Dra|Sra?|Prof|Ing|Lic|Jr)$/iu

export const addressRule: Rule = {
  type: 'ADDRESS',
  version: 4,
  find: (text) => {
    const found: Candidate[] = []
    for (const form of [ENGLISH, FRENCH, NUMBER_LAST, ONE_WORD, BEFORE_TOWN, POST_BOX])
      for (const match of text.matchAll(form)) {
        const body = match[0].trimEnd()
        if (!isStreet(body, form)) continue
        const from = match.index + body.length
        const tail = tailOf(text, body, from)
        const end = endOfSentence(text, match.index, from + tail.length)
        const isSure = SURE_CODE.test(text.slice(from, end))
        found.push({ start: match.index, end, confidence: isSure ? WITH_SURE_CODE : USUAL })
      }
    return found
  },
}

/** In a letterhead the town is on the next line. */
const NEXT_LINE =
  /^,?[ \t]{0,2}\r?\n[ \t]{0,4}(?:[A-Z]{1,2}-)?\d{5} \p{Lu}[\p{L}'’.-]{1,24}(?: (?:\p{Lu}[\p{L}'’.-]{0,24}|am|an|der|dem|im|in|bei|ob|vor|sur|sous|les?|la|en)){0,4}(?=[ \t,.]{0,2}(?:\r?\n|$))/u

function tailOnLine(text: string): string {
  return TAIL.exec(text)?.[0].trimEnd() ?? ''
}

function tailOf(text: string, body: string, from: number): string {
  const tail = NEXT_LINE.exec(text.slice(from, from + 120))?.[0] ?? tailOnLine(text.slice(from, from + 120))
  const whole = /[.,;]$/.test(tail) ? tail.slice(0, -1) : tail
  // "12 Main St. Springfield", but "5 Church Rd. Call me": a town has no verb or object behind it.
  const mayBeSentence = body.endsWith('.') && !/[,\d]/.test(whole)
  const rest = text.slice(from + whole.length, from + whole.length + 2)
  return mayBeSentence && /^ \p{Ll}/u.test(rest) ? '' : whole
}

/** Where a stop that is not an abbreviation's ends the sentence, the address ends with it. */
function endOfSentence(text: string, start: number, end: number): number {
  for (const match of text.slice(start, end + 2).matchAll(STOP)) {
    const stop = start + match.index + match[0].length
    if (stop < end && !ABBREVIATION.test(match[1] ?? '')) return stop
  }
  return end
}

/** Names of streets have a capital somewhere; "3 nice ways to place" has none. */
function isStreet(body: string, form: RegExp): boolean {
  const words = body.split(/\s+/).slice(1)
  if (form === FRENCH || form === NUMBER_LAST) return words.some((word) => /^\p{Lu}/u.test(word))
  if (form !== ENGLISH) return true
  return words.slice(0, -1).some((word) => /^(?:\p{Lu}|\d)/u.test(word))
}

const BRITISH =
  /(?<![\p{L}\p{N}_-])(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d|[A-HK-Y]\d\d|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRVWXY]) ?\d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\p{N}_-])/gu
const CANADIAN =
  /(?<![\p{L}\p{N}_-])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d(?![\p{L}\p{N}_-])/gu
const ZIP_PLUS_4 = /(?<![\p{L}\p{N}_.-])\d{5}-\d{4}(?![\p{L}\p{N}_]|[-.]\d)/gu
/** Not the last group of a number. */
const LABELLED =
  /(?<![\p{L}\p{N}_.-]|\d )(?:\d{2}-\d{3}|\d{4} ?[A-Z]{2}|\d{3} ?\d{2}|\d{4,6}(?:-\d{3,4})?|[A-Z]\d{2} ?[A-Z0-9]{4})(?![\p{L}\p{N}_]|[-.]\d)/gu

const FORMS: readonly { readonly form: RegExp; readonly country: string; readonly confidence: number }[] = [
  { form: BRITISH, country: 'GB', confidence: 0.65 },
  { form: CANADIAN, country: 'CA', confidence: 0.65 },
  { form: ZIP_PLUS_4, country: 'US', confidence: 0.6 },
]

export const postcodeRule: Rule = {
  type: 'POSTCODE',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const { form, country, confidence } of FORMS)
      for (const match of text.matchAll(form)) {
        const span = { start: match.index, end: match.index + match[0].length }
        const isNamed = tools.belongsTo(span, 'postcode', 'address')
        if (!isNamed && tools.belongsElsewhere(span, 'name', 'birth', 'phone')) continue
        // Without a blank in it, a British or Canadian code may be any part number.
        if (!isNamed && country !== 'US' && !/[ -]/.test(match[0])) continue
        found.push({ ...span, confidence: isNamed ? 0.9 : confidence, jurisdiction: country })
      }
    if (tools.labels.some(({ about }) => about.includes('postcode')))
      for (const match of text.matchAll(LABELLED)) {
        const span = { start: match.index, end: match.index + match[0].length }
        if (tools.belongsTo(span, 'postcode')) found.push({ ...span, confidence: 0.75 })
      }
    return found
  },
}
