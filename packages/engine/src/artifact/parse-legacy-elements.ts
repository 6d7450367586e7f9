export interface LegacyElements {
  readonly elements: ReadonlyMap<string, string>
  readonly body: string
}

/**
 * The elements of a block and its body. Old text was not neutralised, so the body runs to the last
 * closing tag of its name. Undefined when anything else stands between them, or when an element
 * comes twice: it would be lost.
 */
export function parseLegacyElements(inner: string, bodies: readonly string[]): LegacyElements | undefined {
  const elements = new Map<string, string>()
  let body: string | undefined
  let at = skipBlanks(inner, 0)
  while (at < inner.length) {
    const name = openingName(inner, at)
    if (name === undefined) return undefined
    const isBody = bodies.includes(name)
    const from = at + name.length + 2
    const closing = `</${name}>`
    const stop = isBody ? inner.lastIndexOf(closing) : inner.indexOf(closing, from)
    if (stop < from || (isBody ? body !== undefined : elements.has(name))) return undefined
    const value = inner.slice(from, stop)
    if (isBody) body = trimFrame(value)
    else elements.set(name, decodeEntities(value.trim()))
    at = skipBlanks(inner, stop + closing.length)
  }
  return body === undefined ? undefined : { elements, body }
}

function openingName(inner: string, at: number): string | undefined {
  const pattern = /<([A-Za-z_][\w-]*)>/y
  pattern.lastIndex = at
  return pattern.exec(inner)?.[1]
}

function skipBlanks(text: string, from: number): number {
  const pattern = /\s*/y
  pattern.lastIndex = from
  pattern.exec(text)
  return pattern.lastIndex
}

/** The one line break on either side that set the text apart from its tags. */
export function trimFrame(text: string): string {
  return text.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Old names and addresses were escaped as XML; each entity is decoded once. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (whole, ...groups) => {
    const [name, decimal, hexadecimal] = groups as readonly (string | undefined)[]
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
