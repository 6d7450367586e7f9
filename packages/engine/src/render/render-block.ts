import { escapeAttribute } from './escape-attribute.ts'
import { neutralize } from './neutralize.ts'

/** An opening tag; attributes that are undefined are left out. */
export function openingTag(
  tag: string,
  attributes: { readonly [name: string]: string | number | undefined },
): string {
  const rendered = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
  return `<${tag}${rendered.join('')}>`
}

/** Foreign text on its own lines, neutralised; it ends exactly before the newline of the closing tag. */
export function renderBody(tag: string, text: string): string {
  return `<${tag}>\n${neutralize(text)}\n</${tag}>`
}
