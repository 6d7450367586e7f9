import type { Language } from './area.ts'

/** id, English, French, Spanish, further names; a name that is the same as the English one is left empty. */
export type JurisdictionRow = readonly [string, string, string, string, string?]

/** Names that appear inside other words or are words themselves, such as "us", are left to the detector's rules. */
export const COUNTRY_ROWS: readonly JurisdictionRow[] = [
  [
    'US',
    'United States',
    'États-Unis',
    'Estados Unidos',
    'USA|U.S.|United States of America|EE. UU.|EEUU|American law|US law|U.S. law|droit américain|droit des États-Unis|ley estadounidense|derecho estadounidense|federal law of the United States',
  ],
  ['CA', 'Canada', '', 'Canadá', 'Canadian|canadien|canadienne|canadiens|canadiennes|canadiense|canadienses'],
  [
    'MX',
    'Mexico',
    'Mexique',
    'México',
    'Mexican|mexicain|mexicaine|mexicains|mexicano|mexicana|mexicanos|mexicanas|Ciudad de México|CDMX',
  ],
  [
    'EU',
    'European Union',
    'Union européenne',
    'Unión Europea',
    'E.U.|EU law|droit de l’Union|droit européen|derecho de la Unión|derecho europeo|European law',
  ],
  [
    'UK',
    'United Kingdom',
    'Royaume-Uni',
    'Reino Unido',
    'U.K.|Great Britain|Grande-Bretagne|Gran Bretaña|British|britannique|britanniques|británico|británica|British law|UK law',
  ],
  ['AU', 'Australia', 'Australie', '', 'Australian|australien|australienne|australiano|australiana'],
  ['AR', 'Argentina', 'Argentine', '', 'Argentinian|argentin|argentins|argentino|argentinos|Buenos Aires'],
  ['BR', 'Brazil', 'Brésil', 'Brasil', 'Brazilian|brésilien|brésilienne|brasileño|brasileña|São Paulo'],
  ['CH', 'Switzerland', 'Suisse', 'Suiza', 'Swiss|suisses|suizo|suizos|suizas|Schweiz|Zürich|Genève'],
  ['IN', 'India', 'Inde', '', 'Indian law|droit indien|ley india|derecho indio|Mumbai|New Delhi'],
  [
    'NZ',
    'New Zealand',
    'Nouvelle-Zélande',
    'Nueva Zelanda',
    'néo-zélandais|néo-zélandaise|neozelandés|Auckland',
  ],
  ['SG', 'Singapore', 'Singapour', 'Singapur', 'Singaporean|singapourien|singapourienne|singapurense'],
  [
    'ZA',
    'South Africa',
    'Afrique du Sud',
    'Sudáfrica',
    'South African|sud-africain|sudafricano|sudafricana|Johannesburg|Cape Town',
  ],
]

export const STATE_ROWS: readonly JurisdictionRow[] = [
  ['US-AL', 'Alabama', '', ''],
  ['US-AK', 'Alaska', '', ''],
  ['US-AZ', 'Arizona', '', ''],
  ['US-AR', 'Arkansas', '', ''],
  [
    'US-CA',
    'California',
    'Californie',
    '',
    'Californian|californien|californienne|californiano|californiana',
  ],
  ['US-CO', 'Colorado', '', ''],
  ['US-CT', 'Connecticut', '', ''],
  ['US-DE', 'Delaware', '', ''],
  [
    'US-DC',
    'District of Columbia',
    'District de Columbia',
    'Distrito de Columbia',
    'Washington DC|Washington, D.C.',
  ],
  ['US-FL', 'Florida', 'Floride', ''],
  ['US-GA', 'State of Georgia', 'État de Géorgie', 'estado de Georgia', 'Georgia law|Atlanta, Georgia'],
  ['US-HI', 'Hawaii', 'Hawaï', 'Hawái'],
  ['US-ID', 'Idaho', '', ''],
  ['US-IL', 'Illinois', '', ''],
  ['US-IN', 'Indiana', '', ''],
  ['US-IA', 'Iowa', '', ''],
  ['US-KS', 'Kansas', '', ''],
  ['US-KY', 'Kentucky', '', ''],
  ['US-LA', 'Louisiana', 'Louisiane', 'Luisiana'],
  ['US-ME', 'State of Maine', 'État du Maine', 'estado de Maine', 'in Maine|Maine law'],
  ['US-MD', 'Maryland', '', ''],
  ['US-MA', 'Massachusetts', '', ''],
  ['US-MI', 'Michigan', '', ''],
  ['US-MN', 'Minnesota', '', ''],
  ['US-MS', 'Mississippi', '', 'Misisipi'],
  ['US-MO', 'Missouri', '', 'Misuri'],
  ['US-MT', 'Montana', '', ''],
  ['US-NE', 'Nebraska', '', ''],
  ['US-NV', 'Nevada', '', ''],
  ['US-NH', 'New Hampshire', '', 'Nuevo Hampshire'],
  ['US-NJ', 'New Jersey', '', 'Nueva Jersey'],
  ['US-NM', 'New Mexico', 'Nouveau-Mexique', 'Nuevo México'],
  ['US-NY', 'New York', '', 'Nueva York', 'NYC|New York City'],
  ['US-NC', 'North Carolina', 'Caroline du Nord', 'Carolina del Norte'],
  ['US-ND', 'North Dakota', 'Dakota du Nord', 'Dakota del Norte'],
  ['US-OH', 'Ohio', '', ''],
  ['US-OK', 'Oklahoma', '', ''],
  ['US-OR', 'Oregon', '', 'Oregón'],
  ['US-PA', 'Pennsylvania', 'Pennsylvanie', 'Pensilvania'],
  ['US-PR', 'Puerto Rico', 'Porto Rico', ''],
  ['US-RI', 'Rhode Island', '', ''],
  ['US-SC', 'South Carolina', 'Caroline du Sud', 'Carolina del Sur'],
  ['US-SD', 'South Dakota', 'Dakota du Sud', 'Dakota del Sur'],
  ['US-TN', 'Tennessee', '', ''],
  ['US-TX', 'Texas', '', '', 'Texan|texano|texana'],
  ['US-UT', 'Utah', '', ''],
  ['US-VT', 'Vermont', '', ''],
  ['US-VA', 'Virginia', 'Virginie', '', 'Commonwealth of Virginia'],
  ['US-WA', 'Washington State', 'État de Washington', 'estado de Washington', 'Seattle, Washington'],
  ['US-WV', 'West Virginia', 'Virginie-Occidentale', 'Virginia Occidental'],
  ['US-WI', 'Wisconsin', '', ''],
  ['US-WY', 'Wyoming', '', ''],
]

export const CANADIAN_ROWS: readonly JurisdictionRow[] = [
  ['CA-AB', 'Alberta', '', ''],
  ['CA-BC', 'British Columbia', 'Colombie-Britannique', 'Columbia Británica'],
  ['CA-MB', 'Manitoba', '', ''],
  ['CA-NB', 'New Brunswick', 'Nouveau-Brunswick', 'Nuevo Brunswick'],
  ['CA-NL', 'Newfoundland and Labrador', 'Terre-Neuve-et-Labrador', 'Terranova y Labrador', 'Newfoundland'],
  ['CA-NS', 'Nova Scotia', 'Nouvelle-Écosse', 'Nueva Escocia'],
  ['CA-NT', 'Northwest Territories', 'Territoires du Nord-Ouest', 'Territorios del Noroeste'],
  ['CA-NU', 'Nunavut', '', ''],
  ['CA-ON', 'Ontario', '', ''],
  ['CA-PE', 'Prince Edward Island', 'Île-du-Prince-Édouard', 'Isla del Príncipe Eduardo'],
  ['CA-QC', 'Quebec', 'Québec', '', 'Quebecer|québécois|québécoise|québécoises|quebequense'],
  ['CA-SK', 'Saskatchewan', '', ''],
  ['CA-YT', 'Yukon', '', 'Yukón'],
]

export const MEMBER_ROWS: readonly JurisdictionRow[] = [
  ['AT', 'Austria', 'Autriche', '', 'Austrian|autrichien|autrichienne|austriaco|austriaca'],
  ['BE', 'Belgium', 'Belgique', 'Bélgica', 'Belgian|belge|belges|belga|belgas'],
  ['BG', 'Bulgaria', 'Bulgarie', '', 'Bulgarian|bulgare|búlgaro|búlgara'],
  ['CY', 'Cyprus', 'Chypre', 'Chipre', 'Cypriot|chypriote|chipriota'],
  ['CZ', 'Czechia', 'Tchéquie', 'Chequia', 'Czech Republic|Czech|République tchèque|República Checa'],
  ['DE', 'Germany', 'Allemagne', 'Alemania', 'German|allemand|allemande|allemands|alemán|alemana'],
  ['DK', 'Denmark', 'Danemark', 'Dinamarca', 'Danish|danois|danoise|danés|danesa'],
  ['EE', 'Estonia', 'Estonie', '', 'Estonian|estonien|estonio|estonia'],
  [
    'ES',
    'Spain',
    'Espagne',
    'España',
    'Spanish law|droit espagnol|loi espagnole|ley española|derecho español',
  ],
  ['FI', 'Finland', 'Finlande', 'Finlandia', 'Finnish|finlandais|finlandés|finlandesa'],
  ['FR', 'France', '', 'Francia', 'French law|droit français|loi française|ley francesa|derecho francés'],
  ['GR', 'Greece', 'Grèce', 'Grecia', 'Greek law|droit grec|ley griega'],
  ['HR', 'Croatia', 'Croatie', 'Croacia', 'Croatian|croate|croata'],
  ['HU', 'Hungary', 'Hongrie', 'Hungría', 'Hungarian|hongrois|hongroise|húngaro|húngara'],
  [
    'IE',
    'Ireland',
    'Irlande',
    'Irlanda',
    'Irish|irlandais|irlandaise|irlandés|irlandesa|Republic of Ireland',
  ],
  ['IT', 'Italy', 'Italie', 'Italia', 'Italian law|droit italien|loi italienne|ley italiana'],
  ['LT', 'Lithuania', 'Lituanie', 'Lituania', 'Lithuanian|lituanien|lituano'],
  ['LU', 'Luxembourg', '', 'Luxemburgo', 'luxembourgeois|luxembourgeoise|luxemburgués'],
  ['LV', 'Latvia', 'Lettonie', 'Letonia', 'Latvian|letton|letón'],
  ['MT', 'Malta', 'Malte', '', 'Maltese|maltais|maltés'],
  [
    'NL',
    'Netherlands',
    'Pays-Bas',
    'Países Bajos',
    'Holland|Hollande|Holanda|Dutch|néerlandais|néerlandaise|holandés',
  ],
  ['PL', 'Poland', 'Pologne', 'Polonia', 'Polish law|polonais|polonaise|polaco|polaca'],
  ['PT', 'Portugal', '', '', 'Portuguese law|droit portugais|ley portuguesa'],
  ['RO', 'Romania', 'Roumanie', 'Rumanía', 'Romanian|roumain|roumaine|rumano|rumana'],
  ['SE', 'Sweden', 'Suède', 'Suecia', 'Swedish|suédois|suédoise|sueco|sueca'],
  ['SI', 'Slovenia', 'Slovénie', 'Eslovenia', 'Slovenian|slovène|esloveno'],
  ['SK', 'Slovakia', 'Slovaquie', 'Eslovaquia', 'Slovak|slovaque|eslovaco'],
]

export const UK_ROWS: readonly JurisdictionRow[] = [
  ['UK-ENG', 'England', 'Angleterre', 'Inglaterra', 'English law|droit anglais|ley inglesa|derecho inglés'],
  ['UK-SCT', 'Scotland', 'Écosse', 'Escocia', 'Scottish|Scots law|écossais|écossaise|escocés|escocesa'],
  ['UK-WLS', 'Wales', 'Pays de Galles', 'Gales', 'Welsh|gallois|galloise|galés'],
  ['UK-NIR', 'Northern Ireland', 'Irlande du Nord', 'Irlanda del Norte', 'Northern Irish'],
]

export const AUSTRALIAN_ROWS: readonly JurisdictionRow[] = [
  [
    'AU-ACT',
    'Australian Capital Territory',
    'Territoire de la capitale australienne',
    'Territorio de la Capital Australiana',
  ],
  ['AU-NSW', 'New South Wales', 'Nouvelle-Galles du Sud', 'Nueva Gales del Sur', 'NSW'],
  ['AU-NT', 'Northern Territory', 'Territoire du Nord', 'Territorio del Norte'],
  ['AU-QLD', 'Queensland', '', ''],
  ['AU-SA', 'South Australia', 'Australie-Méridionale', 'Australia Meridional'],
  ['AU-TAS', 'Tasmania', 'Tasmanie', ''],
  [
    'AU-VIC',
    'State of Victoria',
    'État de Victoria',
    'estado de Victoria',
    'Victoria, Australia|Victorian law|Melbourne, Victoria',
  ],
  ['AU-WA', 'Western Australia', 'Australie-Occidentale', 'Australia Occidental'],
]

/** Agencies and statutes that only one place has, as names. */
export const INSTITUTION_ROWS: readonly (readonly [id: string, names: string])[] = [
  ['US', 'Medicaid|Internal Revenue Service|Social Security Administration|Fair Labor Standards Act'],
  ['UK', 'Companies House|employment tribunal|Jobcentre|Citizens Advice|universal credit'],
  ['UK-ENG', 'Housing Act 1988|section 21 notice'],
  ['FR', 'France Travail|Pôle emploi|conseil de prud’hommes'],
  ['ES', 'Estatuto de los Trabajadores|Ley de Arrendamientos Urbanos|Agencia Tributaria'],
  ['DE', 'Finanzamt|Arbeitsgericht'],
  ['IE', 'Residential Tenancies Board|Workplace Relations Commission'],
  ['AU', 'Fair Work Commission|Fair Work Ombudsman|Centrelink'],
  ['NZ', 'Tenancy Tribunal'],
  ['SG', 'Ministry of Manpower|Housing and Development Board'],
  ['CA-ON', 'Landlord and Tenant Board'],
  ['IN', 'Aadhaar|Lok Sabha'],
  ['BR', 'Receita Federal|Consolidação das Leis do Trabalho'],
]

/** The same by their initials, which count in capitals only; and codes that are also words. */
export const CAPITAL_ROWS: readonly (readonly [id: string, names: string])[] = [
  ['US', 'US|IRS|FDA|USCIS|EEOC|OSHA|HIPAA|FMLA|FERPA|FDCPA'],
  ['US-CA', 'CCPA|CPRA'],
  ['UK', 'UK|HMRC|ACAS|DWP|NHS|DVLA'],
  ['EU', 'EU|UE|GDPR|RGPD|DSGVO'],
  ['FR', 'CNIL|URSSAF|SMIC'],
  ['ES', 'AEPD|SEPE'],
  ['MX', 'IMSS|INFONAVIT|PROFECO'],
  ['CA', 'PIPEDA'],
  ['AU', 'ATO|ASIC|ACCC'],
  ['AR', 'AFIP|ANSES'],
  ['BR', 'LGPD|INSS'],
  ['CH', 'FINMA'],
  ['IN', 'SEBI|DPDPA'],
  ['ZA', 'CCMA|POPIA'],
]

export type JurisdictionKind = 'country' | 'union' | 'member' | 'state' | 'province' | 'nation'

/** A place with its own law. */
export interface Jurisdiction {
  /** Such as `US`, `US-CA`, `EU`, `FR`, `UK-SCT`. */
  readonly id: string
  readonly kind: JurisdictionKind
  /** What it is a part or a member of. */
  readonly parent?: string
  readonly names: Readonly<Record<Language, string>>
  /** Further names and adjectives, in any language. */
  readonly aliases: readonly string[]
}

/** All that are known, those above before their parts. */
export const JURISDICTIONS: readonly Jurisdiction[] = [
  ...COUNTRY_ROWS.map((row) => toJurisdiction(row, row[0] === 'EU' ? 'union' : 'country')),
  ...STATE_ROWS.map((row) => toJurisdiction(row, 'state', 'US')),
  ...CANADIAN_ROWS.map((row) => toJurisdiction(row, 'province', 'CA')),
  ...MEMBER_ROWS.map((row) => toJurisdiction(row, 'member', 'EU')),
  ...UK_ROWS.map((row) => toJurisdiction(row, 'nation', 'UK')),
  ...AUSTRALIAN_ROWS.map((row) => toJurisdiction(row, 'state', 'AU')),
]

const BY_ID: ReadonlyMap<string, Jurisdiction> = new Map(JURISDICTIONS.map((one) => [one.id, one]))

/** Other codes in use for the same places. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['GB', 'UK'],
  ['USA', 'US'],
  ['UE', 'EU'],
  ['EL', 'GR'],
  ['GB-ENG', 'UK-ENG'],
  ['GB-SCT', 'UK-SCT'],
  ['GB-WLS', 'UK-WLS'],
  ['GB-NIR', 'UK-NIR'],
])

/** The place with this id, in any case and with `_` for `-`; undefined where none is known. */
export function findJurisdiction(id: string): Jurisdiction | undefined {
  const code = id.trim().toUpperCase().replaceAll('_', '-')
  return BY_ID.get(OTHER_CODES.get(code) ?? code)
}

export interface JurisdictionParsing {
  /** Known ids as they are written here, each once, in the order given. */
  readonly ids: readonly string[]
  /** What is none. */
  readonly unknown: readonly string[]
}

/** Reads ids from outside: a list, or one text with commas or spaces between them. */
export function parseJurisdictions(input: string | readonly string[]): JurisdictionParsing {
  const given = typeof input === 'string' ? input.split(/[\s,;]+/u) : input
  const ids = new Set<string>()
  const unknown: string[] = []
  for (const id of given) {
    if (id.trim() === '') continue
    const known = findJurisdiction(id)
    if (known) ids.add(known.id)
    else unknown.push(id)
  }
  return { ids: [...ids], unknown }
}

/** Ids from outside as they are kept: known ones as they are written here, others as they came, each once. */
export function canonicalJurisdictions(given: readonly string[]): readonly string[] {
  return [...new Set(given.map((id) => findJurisdiction(id)?.id ?? id))]
}

function toJurisdiction(
  [id, en, fr, es, aliases]: JurisdictionRow,
  kind: JurisdictionKind,
  parent?: string,
): Jurisdiction {
  return {
    id,
    kind,
    ...(parent === undefined ? {} : { parent }),
    names: { en, fr: fr || en, es: es || en },
    aliases: aliases === undefined ? [] : aliases.split('|'),
  }
}
