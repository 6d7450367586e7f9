import type { Draw } from './draw.ts'

/** Invented people, firms and dates that fill the sentences around the values. */
export const FIRST_NAMES = (
  'Marta Oliver Priya Hugo Ines Tomasz Aoife Daniel Camille Lukas Sofia Kwame Helena ' +
  'Mateo Ingrid Rashid Beatriz Colin Yuki Nadia Gareth Lucia Stefan Amelie Victor Renata ' +
  'Callum Fatima Jonas Teresa'
).split(' ')
export const LAST_NAMES = (
  'Lindqvist Okafor Hartley Moreau Ferreira Kowalczyk Brennan Whitcombe Delacroix ' +
  'Baumann Castellanos Mensah Novotny Aguilar Solberg Haddad Pereira Ashworth Tanaka ' +
  'Petrova Llewellyn Marchetti Vogel Rousseau Santoro Dominguez McAllister Rahimi ' +
  'Eriksen Navarro'
).split(' ')
const FIRMS = (
  'Harrow & Pike LLP|Nordholm Legal|Brightwater Foods|Cassel Logistics|' +
  'Alder Street Capital|Montclair Dental|Vinter & Sohn GmbH|Talleres Ibarra|' +
  'Orchard Robotics|Quayside Lettings|Atelier Ferrand|Kestrel Freight|Larkspur Health|' +
  'Penrose Software|Grupo Aldama'
).split('|')
export const MAIL_HOSTS = (
  'harrowpike.co.uk nordholm-legal.se brightwaterfoods.com cassel-logistics.eu ' +
  'alderstreet.capital gmail.com outlook.com vinter-sohn.de talleresibarra.es ' +
  'orchardrobotics.io quaysidelettings.co.uk atelier-ferrand.fr mail.kestrelfreight.com ' +
  'larkspur.health penrose.dev proton.me grupoaldama.com.mx laposte.net web.de yahoo.fr'
).split(' ')

export const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
    ' ',
  ),
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

export const drawName = (draw: Draw): string => `${draw.pick(FIRST_NAMES)} ${draw.pick(LAST_NAMES)}`
export const drawFirm = (draw: Draw): string => draw.pick(FIRMS)

export function drawEmail(draw: Draw, variant: string): string {
  const first = plain(draw.pick(FIRST_NAMES))
  const last = plain(draw.pick(LAST_NAMES))
  const host = draw.pick(MAIL_HOSTS)
  switch (variant) {
    case 'plus':
      return `${first}+${draw.pick(['invoices', 'news', 'claims', 'travel'])}@${host}`
    case 'short':
      return `${first.charAt(0)}${last}${draw.between(2, 98)}@${host}`
    case 'role':
      return `${draw.pick(['billing', 'claims', 'hr', 'rgpd', 'privacy', 'kanzlei'])}@${host}`
    case 'upper':
      return `${first}.${last}@${host}`.toUpperCase()
    case 'under':
      return `${first}_${last}@${draw.pick(['legal', 'eu', 'mx'])}.${host}`
    default:
      return `${first}.${last}@${host}`
  }
}

/** A date by its written form; the year is drawn between the two years. */
export function drawDate(draw: Draw, form: string, years: readonly [number, number]): string {
  const [from, to] = years
  const year = draw.between(from, to)
  const month = draw.between(1, 12)
  const day = draw.between(1, 28)
  const [dd, mm] = [String(day).padStart(2, '0'), String(month).padStart(2, '0')]
  const name = (language: string): string => MONTHS[language]?.[month - 1] ?? ''
  switch (form) {
    case 'us':
      return `${mm}/${dd}/${year}`
    case 'eu':
      return `${dd}/${mm}/${year}`
    case 'dash':
      return `${dd}-${mm}-${year}`
    case 'dot':
      return `${dd}.${mm}.${year}`
    case 'short':
      return `${dd}/${mm}/${String(year).slice(2)}`
    case 'long':
      return `${day} ${name('en')} ${year}`
    case 'longus':
      return `${name('en')} ${day}, ${year}`
    case 'abbr':
      return `${dd}-${name('en').slice(0, 3)}-${year}`
    case 'fr':
      return `${day} ${name('fr')} ${year}`
    case 'es':
      return `${day} de ${name('es')} de ${year}`
    case 'de':
      return `${day}. ${name('de')} ${year}`
    case 'it':
      return `${day} ${name('it')} ${year}`
    default:
      return `${year}-${mm}-${dd}`
  }
}
