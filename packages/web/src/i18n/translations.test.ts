import { globSync, readFileSync } from 'node:fs'
import { NOTICE_TEXTS } from '@varve/contract/tables/notices'
import * as settings from '@varve/contract/tables/settings'
import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import de from './de.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

const SOURCE = new URL('../', import.meta.url)

/** Files whose words are still in English only. The list may only shrink. */
const NOT_YET: readonly string[] = [
  'api/browser-key.ts',
  'api/client.ts',
  'composer/area-row.tsx',
  'composer/composer-tools.tsx',
  'composer/composer.tsx',
  'composer/context-notices.tsx',
  'composer/context-row.tsx',
  'composer/draft-field.tsx',
  'composer/draft-marks.tsx',
  'composer/gauge.tsx',
  'composer/mention-list.tsx',
  'composer/over-budget-card.tsx',
  'composer/passages-chip.tsx',
  'composer/passages-dialog.tsx',
  'composer/runner-picker.tsx',
  'composer/use-compact.ts',
  'composer/use-intake.ts',
  'composer/use-kept.ts',
  'composer/use-mention-picker.ts',
  'composer/use-submit.ts',
  'definitions/definition-form.tsx',
  'definitions/definition-panel.tsx',
  'definitions/definitions-view.tsx',
  'files/ask-selection.tsx',
  'files/file-body.tsx',
  'files/file-panel.tsx',
  'files/file-tree.tsx',
  'files/file-versions.tsx',
  'files/files-view.tsx',
  'files/note-editor.tsx',
  'guard/audit-table.tsx',
  'guard/custom-rules.tsx',
  'guard/guard-dialog.tsx',
  'guard/guard-settings.tsx',
  'inspector/cache-tab.tsx',
  'inspector/inspector.tsx',
  'inspector/layers-tab.tsx',
  'inspector/request-tab.tsx',
  'inspector/segment-row.tsx',
  'inspector/trace-tab.tsx',
  'inspector/turn-panel.tsx',
  'inspector/what-if.tsx',
  'markdown/code-block.tsx',
  'markdown/diagram.tsx',
  'markdown/draw-diagram.ts',
  'markdown/formula.tsx',
  'markdown/language-names.ts',
  'markdown/markdown.tsx',
  'markdown/note-link.tsx',
  'markdown/note-markdown.tsx',
  'markdown/rehype-plugins.ts',
  'markdown/remark-plugins.ts',
  'markdown/sanitize-schema.ts',
  'mcp/mcp-form.tsx',
  'mcp/mcp-settings.tsx',
  'models/connect-dialog.tsx',
  'models/model-picker.tsx',
  'models/model-settings-form.tsx',
  'models/model-surface.tsx',
  'models/provider-keys-dialog.tsx',
  'models/use-chat-settings.ts',
  'parts/chip.tsx',
  'parts/dialog.tsx',
  'parts/diff-lines.tsx',
  'parts/hooks.ts',
  'parts/notice.tsx',
  'parts/pager.tsx',
  'parts/picture.tsx',
  'parts/web-error.ts',
  'preview/note-preview.tsx',
  'search/commands.ts',
  'search/search-dialog.tsx',
  'search/search-option.tsx',
  'search/search-results.ts',
  'settings/keys-list.tsx',
  'settings/settings-view.tsx',
  'settings/web-search-settings.tsx',
  'shell/chat-list.tsx',
  'shell/chat-row.tsx',
  'shell/rail.tsx',
  'shell/shell.tsx',
  'shell/sidebar.tsx',
  'shell/sign-in.tsx',
  'shell/tour-dialog.tsx',
  'shell/use-import.tsx',
  'steps/call-row.tsx',
  'steps/waiting-call.tsx',
  'thread/answer-body.tsx',
  'thread/answer-columns.tsx',
  'thread/answer-differences.tsx',
  'thread/answer-menu.tsx',
  'thread/answer-status.tsx',
  'thread/branches.tsx',
  'thread/chat-bar.tsx',
  'thread/chat-find.tsx',
  'thread/chat-menu.tsx',
  'thread/chat-view.tsx',
  'thread/comparison.tsx',
  'thread/empty-chat.tsx',
  'thread/question.tsx',
  'thread/save-answer-dialog.tsx',
  'thread/thread.tsx',
  'thread/turn-rows.ts',
  'thread/usage-line.tsx',
  'thread/use-turn-actions.ts',
  'tool-rules/tool-rules-settings.tsx',
  'usage/charts.tsx',
  'usage/usage-bar.tsx',
  'usage/usage-view.tsx',
  'view-model/chats/chats.ts',
  'view-model/composer/area-chips.ts',
  'view-model/composer/describe-attachment.ts',
  'view-model/composer/draft-chips.ts',
  'view-model/composer/mention-groups.ts',
  'view-model/composer/word-groups.ts',
  'view-model/files/file-names.ts',
  'view-model/models/models.ts',
  'view-model/rules/definition-words.ts',
  'view-model/rules/guard-words.ts',
  'view-model/rules/tool-rule-words.ts',
  'view-model/text/format.ts',
  'view-model/thread/tool-words.ts',
  'view-model/thread/trace-bars.ts',
  'view-model/usage/usage.ts',
  'workbench/actions.ts',
  'workbench/part-error.tsx',
  'workbench/toast-line.tsx',
  'workbench/use-chat-actions.ts',
  'workbench/use-shortcuts.ts',
  'workbench/workbench-state.ts',
  'workspaces/index-progress.tsx',
  'workspaces/memory-settings.tsx',
  'workspaces/open-folder-dialog.tsx',
  'workspaces/workspace-menu.tsx',
  'workspaces/workspace-settings.tsx',
]

/** Words that are the same in every language: names, keys, code, addresses. */
const SAME_EVERYWHERE =
  /^(?:Varve|Esc|POST|CSV|PDFs?|GPU|MCP|npx varve open|varve files export|Varve\/chats)$/

/** Attributes and fields whose text is shown or read aloud. */
const SHOWN =
  /^(?:title|label|alt|placeholder|help|hint|text|words|name|about|what|todo|note|aria-(?:label|description|roledescription|valuetext|placeholder))$/

/** What may be passed to `t` without being written there: the tables below. */
const FROM_TABLES: readonly string[] = ['NOTICE_TEXTS[code]']

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE })
  .filter((file) => !/\.test\.|\.d\.ts$|^testing\/|^i18n\//.test(file))
  .sort()
const sources = files.map(readSource)
const keys = new Set([...sources.flatMap(({ used }) => used), ...wordsOfTables()])

describe.each(Object.entries({ de, fr, es }))('the translation into %s', (_language, translations) => {
  const table: Readonly<Record<string, string>> = translations

  test.skipIf(NOT_YET.length > 0)('has every text of the page', () => {
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
  /** Places whose strings are no words of the page, or are translated already. */
  const apart: { readonly start: number; readonly end: number }[] = []
  const found: { readonly at: number; readonly words: string }[] = []
  const add = (at: number, words: string) => {
    if (!SAME_EVERYWHERE.test(words.trim())) found.push({ at, words: words.replace(/\s+/g, ' ').trim() })
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
        else if (!FROM_TABLES.includes(source.slice(first.start, first.end)))
          found.push({ at: first.start, words: `${name}() of what is no text` })
      }
      if (callee.type === 'MemberExpression' && source.slice(callee.start).startsWith('console.'))
        apart.push(call)
    },
    NewExpression(made) {
      // An error that is shown is a WebError; any other one is for developers.
      if (source.slice(made.callee.start, made.callee.end) !== 'WebError') apart.push(made)
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
      const attribute = source.slice(name.start, name.end)
      if (value && /className|^(?:id|key|href|rel|d|viewBox|type)$/.test(attribute)) apart.push(value)
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
  const rows: readonly settings.SettingRow[] = [
    ...settings.CHAT_SETTING_ROWS,
    ...settings.WORKSPACE_SETTING_ROWS,
    ...settings.APP_SETTING_ROWS,
    ...settings.PAGE_SETTING_ROWS,
  ].map(([, row]) => row)
  return [
    ...Object.values(NOTICE_TEXTS),
    ...rows.flatMap(({ label, help, page, ...row }) => [
      label,
      ...(page ? [page.hint, page.notSent, page.fact].filter((text) => text !== undefined) : [help]),
      ...(row.kind === 'choice' ? Object.values(row.choices) : []),
    ]),
  ]
}

/** The values of a text, each once: a language may need another plural form, or a value twice. */
function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map(([, name = '']) => name))].sort()
}
