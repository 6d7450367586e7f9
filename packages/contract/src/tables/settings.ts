/**
 * Every setting, one row each. The API, the page, the command line, agent files and docs/settings.md derive from the
 * rows. This file loads nothing, so that the page can use it too.
 */

/** What a setting may be. `length` is the most characters of a text. */
export type SettingKind =
  /** One of these values, each with its words on the page. */
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'number'; readonly minimum: number; readonly maximum: number; readonly whole?: true }
  | { readonly kind: 'switch' }
  /** The name of a file, without its folder. */
  | { readonly kind: 'file'; readonly length: number }
  | { readonly kind: 'text'; readonly length: number; readonly example: string }
  | { readonly kind: 'names'; readonly most: number; readonly length: number; readonly example: string }

export type SettingRow = SettingKind & {
  readonly label: string
  /** One sentence for the API, the command line and the docs. */
  readonly help: string
  /** What holds while nothing is set; the model decides if absent. */
  readonly default?: string
  /** How the page shows it; absent if the page has a dedicated control. */
  readonly page?: SettingOnPage
  /** The field of agent files that sets it for their chats. */
  readonly agentField?: string
  /** The field of project files that sets it for their chats. */
  readonly projectField?: string
  /** Its name on the command line; the same as here if absent. */
  readonly command?: string
  /** Only for workspaces that are folders. */
  readonly folderOnly?: true
}

export interface SettingOnPage {
  /** Beside models that take it, in their range, or with every model but the offline one. */
  readonly shown: 'if the model takes it' | 'with any model'
  /** Under the heading *Context*: how requests are built. */
  readonly isContext?: true
  /** `{maximum}` and `{reserved}` are those of the model. */
  readonly hint: string
  /** In place of the hint while the model isn't sent it. */
  readonly notSent?: string
  /** In a line of facts about an answer, with `{value}`. */
  readonly fact?: string
}

/** What a chat asks of its models. In the order in which the page shows them. */
export const CHAT_SETTINGS = {
  reasoningEffort: {
    kind: 'choice',
    choices: {
      none: 'none',
      minimal: 'minimal',
      low: 'low',
      medium: 'medium',
      high: 'high',
      xhigh: 'extra high',
      max: 'maximum',
    },
    label: 'Reasoning effort',
    help: 'How much a model reasons before it answers. Reasoning is billed as output.',
    page: {
      shown: 'if the model takes it',
      hint: 'Reasoning is billed as output.',
      fact: 'effort {value}',
    },
  },
  temperature: {
    kind: 'number',
    minimum: 0,
    maximum: 2,
    label: 'Temperature',
    help: 'How varied answers are; lower is more predictable.',
    page: {
      shown: 'if the model takes it',
      hint: 'From 0 to {maximum}; lower is more predictable.',
      notSent: 'Not sent while a reasoning effort is set.',
      fact: 'temperature {value}',
    },
    agentField: 'temperature',
  },
  maxOutputTokens: {
    kind: 'number',
    minimum: 1,
    // More than any model gives; a model that gives less is sent its own maximum.
    maximum: 1_000_000,
    whole: true,
    label: 'Output limit',
    help: 'The most tokens of an answer, reasoning included.',
    page: {
      shown: 'if the model takes it',
      hint: 'Tokens, up to {maximum}. Empty: {reserved} are kept free.',
      fact: 'at most {value} out',
    },
    agentField: 'maxTokens',
  },
  history: {
    kind: 'choice',
    choices: {
      recall: 'Summarized, with relevant turns added back',
      strip: 'Summarized, except the last turns',
      dump: 'Sent whole as long as it fits',
    },
    default: 'recall',
    label: 'Old turns',
    help: 'What happens to old turns once the chat no longer fits the model’s window.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Applies once the chat no longer fits the model’s window.',
    },
    agentField: 'history',
  },
  turnsKept: {
    kind: 'number',
    minimum: 1,
    maximum: 200,
    whole: true,
    default: '2',
    label: 'Turns kept whole',
    help: 'How many of the latest turns stay word for word when older ones are summarized.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'The latest turns, when older ones are summarized.',
    },
    agentField: 'turnsKept',
  },
  recallTokens: {
    kind: 'number',
    minimum: 0,
    maximum: 100_000,
    whole: true,
    default: '4,000',
    label: 'Recall limit',
    help: 'The most tokens of earlier turns that one message may bring back. 0 brings back none.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Tokens of earlier turns that one message may bring back.',
    },
    agentField: 'recallTokens',
  },
  toolOutput: {
    kind: 'choice',
    choices: {
      fold: 'What the answer used',
      lines: 'A line each',
      keep: 'The latest five in full',
    },
    default: 'fold',
    label: 'Tool results',
    help: 'What stays of a tool’s results once its turn is answered: the files that were read and the passages that the answer cites, with a line for each call (fold), a line for each call alone (lines), or the latest five calls in full (keep).',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Files that were read and passages that the answer cites stay like attached ones. The model can look the rest up again.',
    },
    agentField: 'toolOutput',
  },
  callsKept: {
    kind: 'number',
    minimum: 1,
    maximum: 100,
    whole: true,
    default: '5',
    label: 'Tool results kept',
    help: 'How many of the latest tool calls stay in full while tool results are kept (toolOutput: keep).',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'The latest ones in full, if tool results are kept.',
    },
    agentField: 'callsKept',
  },
  layout: {
    kind: 'choice',
    choices: {
      auto: 'Auto: the cheapest',
      ledger: 'Ledger: only append',
      library: 'Library: notes in the system text',
    },
    default: 'auto',
    label: 'Layout',
    help: 'How requests are laid out: re-based when that pays (auto), only appended to (ledger), or with all notes in the system text (library).',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Auto starts the request afresh when that is cheaper.',
    },
    agentField: 'layout',
  },
  freshness: {
    kind: 'choice',
    choices: {
      update: 'Send what changed',
      refresh: 'Send it whole, and start afresh',
      snapshot: 'Keep the text as it was',
    },
    default: 'update',
    label: 'Edited attachments',
    help: 'What happens when an attached file has changed since the model read it: the changes are sent (update), the request starts afresh with the new text (refresh), or the old text stays and is marked as outdated (snapshot).',
    page: { shown: 'with any model', isContext: true, hint: 'When a file is attached again after an edit.' },
    agentField: 'freshness',
  },
  refreshed: {
    kind: 'names',
    most: 100,
    length: 200,
    example: 'plan.md',
    default: 'none',
    label: 'Attachments sent whole',
    help: 'Files whose edits are always sent as a whole new text, whatever freshness says.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Names, set apart by commas. Edits of these are sent as a whole new text.',
    },
    agentField: 'refreshed',
  },
  snapshots: {
    kind: 'names',
    most: 100,
    length: 200,
    example: 'contract.md',
    default: 'none',
    label: 'Attachments kept as they were',
    help: 'Files whose text stays as the model first read it, whatever freshness says.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Names, set apart by commas. The model keeps reading the text that it read first.',
    },
    agentField: 'snapshots',
  },
  pinned: {
    kind: 'names',
    most: 100,
    length: 200,
    example: 'plan.md',
    default: 'none',
    label: 'Pinned',
    help: 'Files that are attached to every message and never shortened. Folders, tags and addresses work too.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Names, set apart by commas. Attached to every message, and never shortened.',
    },
    agentField: 'pinned',
  },
  carryForwardTurns: {
    kind: 'number',
    minimum: 1,
    maximum: 10_000,
    whole: true,
    default: 'off',
    label: 'Shorten unused notes',
    help: 'After how many turns without use a kept note is shown as a preview when a request starts afresh. The model can read it again.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'After so many turns without use. Empty: never.',
    },
    agentField: 'carryForwardTurns',
  },
  previewDocuments: {
    kind: 'number',
    minimum: 200,
    maximum: 100_000,
    whole: true,
    default: '1,600',
    label: 'Preview of documents',
    help: 'Characters that replace a note, file, PDF, selection, paste, upload or chat that no longer fits.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Characters, when notes and files no longer fit.',
    },
    agentField: 'previewDocuments',
  },
  previewPages: {
    kind: 'number',
    minimum: 200,
    maximum: 100_000,
    whole: true,
    default: '1,200',
    label: 'Preview of web pages',
    help: 'Characters that replace a web page, video, folder or tag that no longer fits.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Characters, when pages and folders no longer fit.',
    },
    agentField: 'previewPages',
  },
  previewShort: {
    kind: 'number',
    minimum: 200,
    maximum: 100_000,
    whole: true,
    default: '600',
    label: 'Preview of small sources',
    help: 'Characters that replace a post, query, picture text or tool result that no longer fits.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'Characters, when posts and query results no longer fit.',
    },
    agentField: 'previewShort',
  },
  expandedNotes: {
    kind: 'number',
    minimum: 1,
    maximum: 2000,
    whole: true,
    default: '200',
    label: 'Notes of a folder or tag',
    help: 'The most notes that one attached folder or tag brings along; the rest is listed.',
    page: { shown: 'with any model', isContext: true, hint: 'The most that one folder or tag brings along.' },
    agentField: 'expandedNotes',
  },
  searchHits: {
    kind: 'number',
    minimum: 1,
    maximum: 20,
    whole: true,
    default: '8; 5 if Varve looks by itself',
    label: 'Passages per search',
    help: 'The most passages that one search of your notes gives to the model, unless the model asks for another number.',
    page: { shown: 'with any model', isContext: true, hint: 'The most that one search gives to the model.' },
    agentField: 'searchHits',
  },
  steps: {
    kind: 'number',
    minimum: 1,
    maximum: 200,
    whole: true,
    default: '25',
    label: 'Steps of an agent',
    help: 'How many times an agent may use tools before it stops and asks you.',
    page: { shown: 'with any model', isContext: true, hint: 'Uses of tools in one answer, before it stops.' },
    agentField: 'steps',
  },
  cacheLifetime: {
    kind: 'choice',
    choices: { auto: 'By your pace', '5m': '5 minutes', '1h': '1 hour' },
    default: 'auto',
    label: 'Cache lifetime',
    help: 'How long a provider that offers a choice is asked to remember a request: by the gaps between your messages, 5 minutes, or 1 hour.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'For Anthropic, and for Ollama, which keeps the model in memory for as long.',
    },
    agentField: 'cacheLifetime',
  },
  cacheDiagnosis: {
    kind: 'choice',
    choices: { off: 'Don’t ask', ask: 'Ask with each message' },
    default: 'off',
    label: 'Cache diagnosis',
    help: 'Whether Anthropic and OpenAI are asked why their cache could not reuse a request. Anthropic then keeps hashes of the request for a while.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'The trace of an answer shows what the provider says. Anthropic then keeps hashes of each request for a while.',
    },
    agentField: 'cacheDiagnosis',
  },
  summaries: {
    kind: 'choice',
    choices: { model: 'Summaries by this model', extract: 'Extracts, in exact words' },
    default: 'model',
    label: 'When space runs out',
    help: 'What takes the place of old turns: summaries by the chat’s model, or extracts in exact words.',
    page: {
      shown: 'with any model',
      isContext: true,
      hint: 'A summary is a separate call, made once and stored.',
    },
    agentField: 'summaries',
  },
  runner: {
    kind: 'choice',
    choices: { auto: 'Auto', chat: 'Chat', 'vault-qa': 'Notes only', agent: 'Agent', plus: 'Plus' },
    default: 'auto',
    label: 'Runner',
    help: 'How messages are answered: with passages that Varve finds in your notes where nothing is attached (auto), from attachments alone (chat), from your notes only (vault-qa), by an agent with tools, or with lookups that the model plans first (plus).',
    agentField: 'runner',
    projectField: 'runner',
  },
  mode: {
    kind: 'choice',
    choices: { ask: 'Reads only', plan: 'Reads, and writes a plan', act: 'Reads and writes' },
    default: 'ask',
    label: 'Mode',
    help: 'What the tools of an agent may do: read, write a plan, or write.',
  },
  agent: {
    kind: 'file',
    length: 200,
    default: 'the built-in assistant',
    label: 'Agent',
    help: 'The agent file that the chat uses.',
  },
  project: {
    kind: 'file',
    length: 200,
    default: 'none',
    label: 'Project',
    help: 'The project file that the chat belongs to.',
  },
  areas: {
    kind: 'names',
    most: 20,
    length: 200,
    example: 'practice/family',
    default: 'detected',
    label: 'Areas',
    help: 'Areas whose guidance every message gets, instead of those that Varve detects.',
  },
  jurisdictions: {
    kind: 'names',
    most: 20,
    length: 20,
    example: 'US-CA',
    default: 'detected',
    label: 'Jurisdictions',
    help: 'Places whose law applies, instead of those that a message names.',
  },
  guidance: {
    kind: 'choice',
    choices: { off: 'Off' },
    default: 'on',
    label: 'Guidance',
    help: 'Whether guidance is added for the areas that Varve detects.',
  },
} as const satisfies Readonly<Record<string, SettingRow>>

/** How a workspace works: switches. The guard and the rules for tools are lists, edited as a whole. */
export const WORKSPACE_SETTINGS = {
  chatFiles: {
    kind: 'switch',
    default: 'on',
    command: 'chat-files',
    folderOnly: true,
    label: 'Keep chats as Markdown files',
    help: 'Each chat is also a note in Varve/chats, written after every answer. Turn it off and existing files stay; turn it on again and they are updated.',
  },
  passagesToCloud: {
    kind: 'choice',
    choices: { always: 'Always', ask: 'Ask each time', never: 'Never' },
    default: 'ask',
    command: 'passages-to-cloud',
    label: 'Passages for cloud models',
    help: 'Whether passages that Varve finds in your notes by itself go to cloud models. Private and local-only notes never do.',
  },
  titles: {
    kind: 'choice',
    choices: { model: 'Short, by the model that answers', words: 'The first words of the chat' },
    default: 'model',
    label: 'Titles of new chats',
    help: 'How a new chat is named on the page: by the model that answered, in a small separate call with private data redacted, or by its first words.',
  },
} as const satisfies Readonly<Record<string, SettingRow & { readonly default: string }>>

/** Of Varve as a whole, for every workspace and browser. They are kept in config.json, beside your own models. */
export const APP_SETTINGS = {
  model: {
    kind: 'text',
    length: 200,
    example: 'openai/gpt-5.6',
    default: 'chosen by Varve',
    label: 'Model of new chats',
    help: 'The model that new chats on the page begin with: the last one that you chose.',
  },
  webSearch: {
    kind: 'text',
    length: 2000,
    example: 'http://127.0.0.1:8888',
    default: 'the address in VARVE_WEB_SEARCH_URL, if any',
    label: 'Web search',
    help: 'The address of a search engine that answers as SearXNG does. Agents and @web search the web with it.',
  },
} as const satisfies Readonly<Record<string, SettingRow & { readonly default: string }>>

/** How models of your own run on this machine. They are kept in the models folder, for all workspaces. */
export const LOCAL_MODEL_SETTINGS = {
  threads: {
    kind: 'number',
    minimum: 1,
    maximum: 256,
    whole: true,
    default: 'one fewer than the cores',
    label: 'Threads',
    help: 'How many threads a model computes with.',
  },
  memoryLimit: {
    kind: 'number',
    minimum: 0.25,
    maximum: 4096,
    default: 'three quarters of the memory',
    command: 'memory-limit',
    label: 'Memory limit (GB)',
    help: 'The most memory, in gigabytes, that models may use. A model that needs more isn’t loaded.',
  },
  idleMinutes: {
    kind: 'number',
    minimum: 1,
    maximum: 1440,
    whole: true,
    default: '10',
    command: 'idle-minutes',
    label: 'Unload after (minutes)',
    help: 'After how many minutes without a question a model leaves the memory.',
  },
  stateLimit: {
    kind: 'number',
    minimum: 0,
    maximum: 4096,
    default: '4',
    command: 'state-limit',
    label: 'Saved chat states (GB)',
    help: 'How much disk space, in gigabytes, Varve uses so that reopened chats needn’t be read again. 0 turns it off.',
  },
  readAhead: {
    kind: 'switch',
    default: 'on',
    command: 'read-ahead',
    label: 'Read ahead while you type',
    help: 'Whether a model reads the known part of the next request before you send it.',
  },
  modelSource: {
    kind: 'text',
    length: 2000,
    example: 'http://mirror.example/models',
    default: 'https://huggingface.co/{repo}/resolve/main/{file}',
    command: 'model-source',
    label: 'Where models come from',
    help: 'An address or a folder. {repo} and {file} are replaced by those of the model; without {file}, the file’s name is added at the end.',
  },
} as const satisfies Readonly<Record<string, SettingRow & { readonly default: string }>>

/** How the page looks, in this browser. The first paint reads them from its storage, so no server holds them. */
export const PAGE_SETTINGS = {
  language: {
    kind: 'choice',
    // Each in its own words, so that it is found by whom the others say nothing.
    choices: { browser: 'As in the browser', en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' },
    default: 'browser',
    label: 'Language',
    help: 'The language of the page. Numbers and dates follow it.',
  },
  textSize: {
    kind: 'choice',
    choices: { small: 'Small', default: 'Default', large: 'Large', largest: 'Largest' },
    default: 'default',
    label: 'Text size',
    help: 'The size of questions, answers and notes.',
  },
  density: {
    kind: 'choice',
    choices: { comfortable: 'Comfortable', compact: 'Compact' },
    default: 'comfortable',
    label: 'Density',
    help: 'How close together lines and paragraphs are.',
  },
} as const satisfies Readonly<Record<string, SettingRow & { readonly default: string }>>

type ValueOf<Row> = Row extends { readonly choices: infer Choices }
  ? keyof Choices & string
  : Row extends { readonly kind: 'switch' }
    ? 'on' | 'off'
    : Row extends { readonly kind: 'number' }
      ? number
      : Row extends { readonly kind: 'names' }
        ? readonly string[]
        : string

type ChatRows = typeof CHAT_SETTINGS
type WorkspaceRows = typeof WORKSPACE_SETTINGS
type AppRows = typeof APP_SETTINGS
type LocalModelRows = typeof LOCAL_MODEL_SETTINGS

/** What a user asks of the models of a chat; the default holds for what is absent. */
export type ChatSettingsView = { readonly [Name in keyof ChatRows]?: ValueOf<ChatRows[Name]> }

/** How a workspace works. */
export type WorkspaceSettingsView = { readonly [Name in keyof WorkspaceRows]: ValueOf<WorkspaceRows[Name]> }

/** The settings of Varve as a whole; the default holds for what is absent. */
export type AppSettingsView = { readonly [Name in keyof AppRows]?: ValueOf<AppRows[Name]> }

/** How models of your own run; the default holds for what is absent. */
export type LocalModelSettingsView = {
  readonly [Name in keyof LocalModelRows]?: ValueOf<LocalModelRows[Name]>
}

/** The settings that agent files make, by their fields. */
export type AgentFileSettings = {
  readonly [Name in keyof ChatRows as FieldOf<ChatRows[Name], 'agentField'>]?: ValueOf<ChatRows[Name]>
}

/** The settings that project files make, by their fields. */
export type ProjectFileSettings = {
  readonly [Name in keyof ChatRows as FieldOf<ChatRows[Name], 'projectField'>]?: ValueOf<ChatRows[Name]>
}

type FieldOf<Row, Kind extends 'agentField' | 'projectField'> =
  Row extends Readonly<Record<Kind, infer Field extends string>> ? Field : never

export type ChatSettingName = keyof ChatSettingsView
export type WorkspaceSettingName = keyof WorkspaceSettingsView

/** The rows of chats by name, in the type that they share. */
export const CHAT_SETTING_ROWS = Object.entries(CHAT_SETTINGS) as readonly (readonly [
  ChatSettingName,
  SettingRow,
])[]

export const WORKSPACE_SETTING_ROWS = Object.entries(WORKSPACE_SETTINGS) as readonly (readonly [
  WorkspaceSettingName,
  SettingRow & { readonly default: string },
])[]

export type LocalModelSettingName = keyof LocalModelSettingsView

export const APP_SETTING_ROWS = Object.entries(APP_SETTINGS) as readonly (readonly [
  keyof AppSettingsView,
  SettingRow & { readonly default: string },
])[]

export const LOCAL_MODEL_SETTING_ROWS = Object.entries(LOCAL_MODEL_SETTINGS) as readonly (readonly [
  LocalModelSettingName,
  SettingRow & { readonly default: string },
])[]

export type PageSettingName = keyof typeof PAGE_SETTINGS

export const PAGE_SETTING_ROWS = Object.entries(PAGE_SETTINGS) as readonly (readonly [
  PageSettingName,
  SettingRow & { readonly default: string },
])[]

/** `a number from 0 to 2`, `one of ask, plan, act`. */
export function describeValues(row: SettingKind): string {
  switch (row.kind) {
    case 'number': {
      const [from, to] = [row.minimum, row.maximum].map((limit) => limit.toLocaleString('en-US'))
      return `a ${row.whole ? 'whole number' : 'number'} from ${from} to ${to}`
    }
    case 'choice': {
      const values = Object.keys(row.choices)
      return values.length === 1 ? values.join('') : `one of ${values.join(', ')}`
    }
    case 'switch':
      return 'on or off'
    case 'file':
      return 'the name of a file, without folders'
    case 'text':
      return `a text such as ${row.example}`
    case 'names':
      return `a list of at most ${row.most} names, such as ${row.example}`
    default:
      return row satisfies never
  }
}

/** What a value that isn't allowed is answered with. */
export function describeRefusal(name: string, row: SettingKind): string {
  return `${name} must be ${describeValues(row)}.`
}
