/**
 * What Varve tells the user beside an answer, as data: a code, what it is about, and values. The rows turn a notice
 * into words at the edge, in the page and on the command line.
 */
export interface Notice {
  readonly code: NoticeCode
  /** The path, name or address that it is about. */
  readonly subject?: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** `{name}` is a value; `{count|file|files}` is its plural form. */
const TEXTS = {
  // Attachments
  attachment: '{message}',
  'optional-left-out': `"{subject}" is optional and was left out: the message doesn't fit with it.`,
  'not-found': 'There is no {kind} "{subject}".',
  'read-when-sent': '{subject} is read when you send the message.',
  'too-many-named': 'The message names {count} things; the first {most} were attached.',
  'context-offered':
    'The imported chat names {names} without the text that was used then. The notes are attached as of today.',
  'context-also-named': 'The imported chat also names {names}. Attach what you need: nothing is fetched.',
  'kept-changed': '{subject} changed on disk. Attach it again to use the new text.',
  'kept-changed-more':
    '{count} more kept {count|file|files} changed on disk. Attach them again to use the new text.',
  'kept-gone': '{subject} is no longer in the workspace. The kept text was used.',
  'kept-gone-more':
    '{count} more kept {count|file is|files are} no longer in the workspace. The kept text was used.',
  'kept-unreadable': "Varve can't read {subject} any more. The kept text was used.",
  'kept-unreadable-more': "Varve can't read {count} more kept {count|file|files}. The kept text was used.",
  'pictures-unseen':
    "{model} can't see pictures and gets only the name of {names}. Choose another model to have it seen.",
  'earlier-pictures-unseen': "{model} can't see pictures and gets only the names of earlier ones.",
  // Words in the message that call something
  'unknown-command': 'There is no template, skill or command "/{subject}". It is sent as text.',
  'one-agent': 'One agent answers a message, the last one named: {agent}. {others} {count|is|are} not asked.',
  'composer-needs-tools': "{names} can't use tools, so @composer changed no notes. The answer is text.",
  'agent-cannot-write': `The agent "{subject}" can't write, so @composer changes nothing.`,
  'web-search-missing': "Web search isn't set up, so @web does nothing. Set it up in Settings, under Tools.",
  'template-unusable': 'The template "{subject}" {why} Its name is sent as text.',
  'template-overridden': 'The template "{subject}" {why}',
  'template-empty': 'The template "{subject}" is empty. Its name is sent as text.',
  'template-value-missing': 'The template "{subject}" has no value for "{name}".',
  'template-needs-selection': 'The template "{subject}" needs a selection, and none is attached.',
  'skill-unusable': 'The skill "{subject}" {why} It was not used.',
  'skill-overridden': 'The skill "{subject}" {why}',
  'skill-arguments': 'The skill "{subject}" was used although {faults}.',
  'skill-files': 'The skill "{subject}" has {count} {count|file|files} that only an agent can read.',
  // Agents, projects, models, instructions
  'definition-unusable': 'The {kind} "{subject}" {why} {instead}',
  'agent-model-not-asked':
    'The agent "{subject}" asks for the model {model}; the {count} models that you chose answer.',
  'agent-model-unavailable':
    'The agent "{subject}" asks for the model {model}. {why} {names} {count|answers|answer} instead.',
  'project-models-unavailable':
    'No model of the project "{subject}" is available. {why} {names} {count|answers|answer} instead.',
  'not-trusted':
    "{subject} was left out: it isn't trusted. Read it, then trust it in Settings, under Context.",
  'marked-left-out': '"{subject}" is marked {mark} and was left out.',
  'offline-agent': `The offline model can't use tools. It searches your notes instead, as "Notes only" does.`,
  'workspace-closed': '{reason}',
  'redaction-lost':
    "The values behind earlier placeholders of this chat were sealed with another master key and can't be restored. The placeholders stay as they are.",
  // Looking things up before the answer
  'plan-unusable': "The plan of {model} can't be used: {reason}.",
  'plan-failed': '{model} made no plan: {reason}',
  'answered-without-search': 'The message was answered without searching.',
  'searched-as-named': 'Only what the message asks for by name was searched.',
  'found-left-out': "The search results don't fit into the context window of the model and were left out.",
  'summary-ahead': 'To make room, {model} first summarizes {names}: about {tokens} tokens{price}.',
  'summary-failed': "{model} couldn't summarize {subject}: {reason} An extract was sent.",
  'mcp-starting': 'The MCP server "{subject}" is still starting. Messages go without its tools.',
  'mcp-unavailable': 'The MCP server "{subject}" failed: {reason} Messages go without its tools.',
  'mcp-unreadable': 'MCP servers: {reason}',
  'rule-broken': 'Rule {rule} is broken: {reason}.',
  // The chat's file
  'chat-file-behind': 'The file of this chat is out of date and will be written later: {reason}',
  'chat-file-changed':
    '"{subject}" was changed outside of Varve and is left as it is. This chat is now kept in "{path}".',
  'chat-file-gone': '"{subject}" was moved or deleted outside of Varve. This chat is kept there again.',
  // How an answer ended, and what its provider said
  'output-limit': 'The answer ends early: the model reached its output limit.',
  'answer-withheld': 'The provider withheld the rest of this answer.',
  'run-limit': 'The run was ended: {reason} What came so far is kept; ask to go on.',
  'unknown-tools': "The model asked for tools that it doesn't have: {names}.",
  'usage-review': '{message}',
} as const satisfies Record<string, string>

export type NoticeCode = keyof typeof TEXTS

/** The texts of all notices, for their translations. */
export const NOTICE_TEXTS: Readonly<Record<NoticeCode, string>> = TEXTS

export const NOTICE_CODES = Object.keys(TEXTS) as readonly NoticeCode[]

export type TemplateValues = Readonly<Record<string, string | number>>

/** A notice in words, in English. */
export function noticeWords({ code, subject, params = {} }: Notice): string {
  return fillTemplate(TEXTS[code], { ...params, ...(subject === undefined ? {} : { subject }) })
}

/** A template with its values. Which plural form a number takes depends on the language: 0 is singular in French. */
export function fillTemplate(text: string, values: TemplateValues, locale = 'en-US'): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one?: string, other?: string) => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
      if (one !== undefined) return (isOne(value, locale) ? one : other) ?? ''
      return typeof value === 'number' ? value.toLocaleString(locale) : value
    },
  )
}

function isOne(value: string | number, locale: string): boolean {
  return typeof value === 'number' && new Intl.PluralRules(locale).select(value) === 'one'
}

export function notice(code: NoticeCode, subject?: string, params?: Notice['params']): Notice {
  return { code, ...(subject === undefined ? {} : { subject }), ...(params === undefined ? {} : { params }) }
}

/** Each once, in order. */
export function uniqueNotices(notices: readonly Notice[]): readonly Notice[] {
  return [...new Map(notices.map((one) => [noticeId(one), one])).values()]
}

/** The same for notices that say the same. */
export function noticeId({ code, subject, params }: Notice): string {
  return JSON.stringify([
    code,
    subject ?? null,
    Object.entries(params ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
}
