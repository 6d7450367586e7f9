import { globSync, readFileSync } from 'node:fs'
import { EXPORT_FORMATS } from '@varve/contract/tables/export-formats'
import { NOTICE_TEXTS } from '@varve/contract/tables/notices'
import { OFFERED_MODELS } from '@varve/contract/tables/offered-models'
import {
  DIVERGENCES,
  EPOCH_NOTE,
  EPOCH_REASONS,
  OMISSION_REASONS,
  SEGMENT_WORDS,
} from '@varve/contract/tables/reasons'
import * as settings from '@varve/contract/tables/settings'
import { type TypeRow, TYPES } from '@varve/guard/types'
import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { pluralOf } from '../view-model/rules/guard-words.ts'
import de from './de.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

const SOURCE = new URL('../', import.meta.url)

/** Files whose words are still in English only. The list may only shrink. */
const NOT_YET: readonly string[] = []

/** Words that are the same in every language: names, keys, code, addresses, questions about English notes. */
const SAME_EVERYWHERE =
  /^(?:Varve|Varve\/chats|Esc|Tab|Ctrl|POST|CSV|(?:npx )?varve open|varve files export|https?:\/\/\S+|&gt;|\S*our-company\.com|Harbour Street Holdings|Authorization: Bearer .*|drafts\/\*\*|tag warn|tool definitions|p br hr .*|setting chat …|setting font appearance …|&gt;|When do we launch and what still blocks it\?|What did the interviews say about pricing\?|Which decision did we reverse and why\?)$/

/** What a program reads, not a person: keys of the keyboard, names of errors. */
const CODE =
  /^(?:Enter|Escape|Home|End|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|\w+Error|[A-Z][a-z]+-[A-Z][a-z]+)$/

/** Attributes and fields whose text is shown or read aloud. */
const SHOWN =
  /^(?:title|label|alt|placeholder|help|hint|text|words|name|about|what|todo|note|aria-(?:label|description|roledescription|valuetext|placeholder))$/

/** What may be passed to `t` without being written there: the tables below. */
const FROM_TABLES: readonly string[] = [
  'NOTICE_TEXTS[code]',
  'label',
  'help',
  'goodAt',
  'languages',
  'hint',
  'words',
  'first === last ? one : several',
  'row.label',
  'row.help',
  'row.page.fact',
  'row.default',
  'divergence',
  'reason',
  'tokens === 0 ? DIVERGENCES.at : DIVERGENCES.lost',
  'EPOCH_NOTE',
  'reasonOfNote(turn.epochNote)',
  'epoch.reason',
  'broke.words',
  'layer.title',
  'why',
  'EXPORT_FORMATS[form].help',
  "NAMES[type]?.advice ?? some[0]?.advice ?? ''",
  '`{count|${row.name}|${pluralOf(row)}}`',
]

/** Names of programming languages, and what this browser signs for the server. */
const NO_WORDS = /^(?:markdown\/language-names|api\/browser-key)\.ts$/

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE })
  .filter((file) => !/\.test\.|\.d\.ts$|^testing\/|^i18n\//.test(file) && !NO_WORDS.test(file))
  .sort()
const sources = files.map(readSource)
const keys = new Set([...sources.flatMap(({ used }) => used), ...wordsOfTables()])

describe.each(Object.entries({ de, fr, es }))('the translation into %s', (_language, translations) => {
  const table: Readonly<Record<string, string>> = translations

  test('has every text of the page', () => {
    expect([...keys].filter((key) => table[key] === undefined)).toEqual([])
  })

  test('has no text that the page no longer shows', () => {
    expect(Object.keys(table).filter((key) => !keys.has(key))).toEqual([])
  })

  test('has the same values in each text, and no empty one', () => {
    const wrong = Object.entries(table).filter(
      ([key, words]) => words.trim() === '' || namesIn(words).join() !== namesIn(key).join(),
    )
    expect(wrong).toEqual([])
  })
})

describe('the words of the page', () => {
  test('all go through t or rich', () => {
    expect(
      sources.filter(({ file }) => !NOT_YET.includes(file)).flatMap(({ untranslated }) => untranslated),
    ).toEqual([])
  })

  test('files leave the list once they are done', () => {
    const undone = sources.filter(({ untranslated }) => untranslated.length > 0).map(({ file }) => file)
    expect(NOT_YET.filter((file) => !undone.includes(file))).toEqual([])
  })

  test('are seen where they are written: text, attributes, alternatives, templates', () => {
    const { used, untranslated } = readWords(
      'a.tsx',
      `const A = <p title={x ? 'Some words' : t('Known')} className="a b">Bare {rich('Rich', {})} {\`\${n} Files here\`}</p>`,
    )
    expect(used).toEqual(['Known', 'Rich'])
    expect(untranslated).toEqual(['a.tsx:1 Some words', 'a.tsx:1 Bare', 'a.tsx:1 … Files here'])
  })
})

interface Words {
  readonly file: string
  readonly used: readonly string[]
  readonly untranslated: readonly string[]
}

function readSource(file: string): Words {
  return readWords(file, readFileSync(new URL(file, SOURCE), 'utf8'))
}

/** The texts that a source passes to `t` and `rich`, and those that it shows without. */
function readWords(file: string, source: string): Words {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} can't be read.`)
  const used: string[] = []
  const untranslated: string[] = []
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
    source.slice(start, end)
  /** Places whose strings are no words of the page, or are translated already. */
  const apart: { readonly start: number; readonly end: number }[] = []
  const found: { readonly at: number; readonly words: string }[] = []
  const add = (at: number, words: string) => {
    if (!SAME_EVERYWHERE.test(words.trim()) && !CODE.test(words))
      found.push({ at, words: words.replace(/\s+/g, ' ').trim() })
  }
  new Visitor({
    CallExpression(call) {
      const { callee, arguments: given } = call
      const [first] = given
      const name = callee.type === 'Identifier' ? callee.name : ''
      if ((name === 't' || name === 'rich') && first) {
        apart.push(first)
        const texts = textsOf(first)
        if (texts) used.push(...texts)
        else if (!FROM_TABLES.includes(textOf(first)))
          found.push({ at: first.start, words: `${name}() of what is no text` })
      }
      if (
        /^console\.|\b(?:matchMedia|useMediaQuery|querySelector(?:All)?|matches|closest)$/.test(
          textOf(callee),
        )
      )
        apart.push(call)
    },
    NewExpression(made) {
      // An error that is shown is a WebError; any other one is for developers.
      if (textOf(made.callee) !== 'WebError') apart.push(made)
    },
    ImportDeclaration: (node) => void apart.push(node),
    TSTypeAnnotation: (node) => void apart.push(node),
    TSTypeAliasDeclaration: (node) => void apart.push(node),
    TSInterfaceDeclaration: (node) => void apart.push(node),
    BinaryExpression: (node) => void apart.push(node),
    SwitchCase: ({ test: tested }) => void (tested && apart.push(tested)),
    JSXText({ start, value }) {
      if (/\p{L}{2}/u.test(value)) add(start, value)
    },
    JSXAttribute({ name, value }) {
      const attribute = textOf(name)
      if (value && /class|^(?:id|key|href|rel|d|viewBox|type)$/i.test(attribute)) apart.push(value)
      if (SHOWN.test(attribute) && value?.type === 'Literal' && isWords(value.value, true))
        add(value.start, value.value)
    },
    Literal({ start, value }) {
      if (typeof value === 'string' && isWords(value, false)) add(start, value)
    },
    TemplateLiteral({ start, quasis }) {
      const words = quasis.map((part) => part.value.cooked ?? '').join('…')
      if (/(?:^|[\s….])\p{Lu}\p{Ll}+ |\p{Ll}{2,} \p{Ll}{2,} /u.test(words)) add(start, words)
    },
  }).visit(program)
  const isApart = (at: number) => apart.some(({ start, end }) => start <= at && at < end)
  const seen = new Set<number>()
  for (const { at, words } of found) {
    if (seen.has(at) || isApart(at) !== words.includes('() of what is no text')) continue
    seen.add(at)
    untranslated.push(`${file}:${source.slice(0, at).split('\n').length} ${words}`)
  }
  return { file, used, untranslated }
}

/** A sentence, or a word as it stands on a button. */
function isWords(text: string, isShown: boolean): boolean {
  if (isShown) return /\p{L}{2}/u.test(text) && !/^[a-z]+(?:-[a-z]+)*$/.test(text)
  return /\p{L}[,:]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.…]?$/u.test(text)
}

/** The texts that an expression may be; undefined where it may be another. */
function textsOf(node: ESTree.Argument): readonly string[] | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : undefined
  if (node.type !== 'ConditionalExpression') return undefined
  const [one, other] = [textsOf(node.consequent), textsOf(node.alternate)]
  return one && other ? [...one, ...other] : undefined
}

function wordsOfTables(): readonly string[] {
  const types: readonly TypeRow[] = Object.values(TYPES)
  const rows: readonly settings.SettingRow[] = [
    ...settings.CHAT_SETTING_ROWS,
    ...settings.WORKSPACE_SETTING_ROWS,
    ...settings.APP_SETTING_ROWS,
    ...settings.PAGE_SETTING_ROWS,
    ...settings.LOCAL_MODEL_SETTING_ROWS,
  ].map(([, row]) => row)
  return [
    ...Object.values(NOTICE_TEXTS),
    ...[EPOCH_REASONS, OMISSION_REASONS, DIVERGENCES].flatMap((table) => Object.values(table)),
    EPOCH_NOTE,
    ...SEGMENT_WORDS,
    // What the offline model says of itself.
    'extracts, no language model',
    ...OFFERED_MODELS.flatMap(({ goodAt, languages }) => [goodAt, languages]),
    ...Object.values(EXPORT_FORMATS).map(({ help }) => help),
    ...types.flatMap((row) => [`{count|${row.name}|${pluralOf(row)}}`, row.advice]),
    ...rows.flatMap(({ label, help, page, ...row }) => [
      label,
      ...(page ? [page.hint, page.notSent, page.fact].filter((text) => text !== undefined) : [help]),
      ...(row.kind === 'choice' ? Object.values(row.choices) : []),
      ...(row.kind === 'number' && / /.test(row.default ?? '') ? [row.default ?? ''] : []),
    ]),
  ]
}

/** The values of a text, each once: a language may need another plural form, or a value twice. */
function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map(([, name = '']) => name))].sort()
}
