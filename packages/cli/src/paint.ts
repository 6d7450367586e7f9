import { styleText } from 'node:util'

export type Style = 'blue' | 'bold' | 'cyan' | 'dim' | 'green' | 'italic' | 'red' | 'underline' | 'yellow'

/** Text in a colour or weight, where that is wanted; else the text itself. */
export type Paint = (style: Style | readonly Style[], text: string) => string

const plain: Paint = (_, text) => text
const coloured: Paint = (style, text) =>
  text === ''
    ? ''
    : styleText(typeof style === 'string' ? style : [...style], text, { validateStream: false })

interface Wishes {
  readonly env: { readonly [name: string]: string | undefined }
  readonly isTTY: boolean
  /** `--no-color` says `false`. */
  readonly color?: boolean | undefined
}

/** Colour is for a person at a terminal; NO_COLOR, FORCE_COLOR and `--no-color` decide before that. */
export function paintFor({ env, isTTY, color }: Wishes): Paint {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = env
  if (color === false || NO_COLOR !== '') return plain
  if (FORCE_COLOR !== '') return FORCE_COLOR === '0' ? plain : coloured
  return isTTY && TERM !== 'dumb' ? coloured : plain
}
