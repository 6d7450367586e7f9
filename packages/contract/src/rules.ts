import type { JsonValue } from '@varve/engine/internal'
import { z } from 'zod'
import { toolRules } from './agent.ts'
import { type Notice, noticeView } from './notices.ts'
import type { AgentFileSettings } from './tables/settings.ts'
import { GUARD_VIEWS } from './guard.ts'
import { inWords, type View } from './view.ts'

const areaList = z.object({
  areas: z.array(z.object({ pack: z.string(), id: z.string(), name: z.string() })),
  jurisdictions: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Area files of the workspace that could not be used. */
  problems: z.array(z.object({ path: z.string(), line: z.number().exactOptional(), message: z.string() })),
})

const mcpTool = z.object({ name: z.string(), tool: z.string(), description: z.string() })

const mcpServer = z.object({
  name: z.string(),
  kind: z.enum(['stdio', 'http']),
  /** The command with its arguments, or the address. */
  target: z.string(),
  /** Names of the variables or headers that the entry sets. */
  sets: z.array(z.string()),
  /** What it is given leaves this machine. */
  remote: z.boolean(),
  /** Of what is trusted. */
  hash: z.string(),
  trusted: z.boolean(),
  state: z
    .enum(['off', 'idle', 'connecting', 'ready', 'sign-in', 'failed'])
    .describe('`off`: not trusted, or switched off in the file. `sign-in`: its user has to sign in.'),
  disabled: z.literal(true).exactOptional(),
  /** Why it does not work, or what of it was left out. */
  problems: z.array(z.string()),
  /** The end of what a program said beside the protocol. */
  errorOutput: z.string().exactOptional(),
  /** As far as they are known. */
  tools: z.array(mcpTool),
})

const mcpSignIn = z.object({ url: z.string().describe('The address to sign in at, in a browser.') })

const mcpList = z.object({
  /** The file that lists them. */
  path: z.string(),
  exists: z.boolean(),
  problems: z.array(z.object({ line: z.number().exactOptional(), place: z.string(), message: z.string() })),
  servers: z.array(mcpServer),
})

const trust = z
  .enum(['trusted', 'changed', 'untrusted'])
  .describe('`changed`: edited since it was trusted, and followed. `untrusted`: not used.')

const memory = z.object({
  path: z.string(),
  content: z.string(),
  /** Absent if there is no memory yet. */
  hash: z.string().exactOptional(),
  /** Untrusted memory is given to no model. */
  trust: trust.exactOptional(),
})

export const DEFINITION_KINDS = ['agent', 'skill', 'template', 'project'] as const

export type DefinitionKind = (typeof DEFINITION_KINDS)[number]

const instruction = z.object({
  path: z.string(),
  kind: z.enum([...DEFINITION_KINDS, 'area', 'instructions', 'memory']),
  /** Of the file and all that belongs to it. */
  hash: z.string(),
  trust,
})

/** `line` is counted from 1; absent if the file as a whole is meant. */
const problem = z.object({ line: z.number().exactOptional(), message: z.string() })

const definitionCheck = z.object({ problems: z.array(problem), warnings: z.array(problem) })

const filledTemplate = z.object({
  text: z.string(),
  /** To be attached with it. */
  attach: z.array(z.string()),
  missing: z.array(z.string()).describe('Variables that must be asked for.'),
  wantsSelection: z.boolean(),
  notices: z.array(noticeView),
})

const DEFINITION_WORDS =
  'An object: `kind`, `id`, `name`, `description`, `path`, `origin`, `hash` (for trust), `contentHash` (for a write ' +
  'over it), `trusted`, `changed` (edited since it was trusted), `problems`, and what its front matter sets.'

/** What a workspace defines and allows. */
export const RULE_VIEWS = {
  ...GUARD_VIEWS,
  ToolRules: toolRules,
  AreaList: areaList,
  Memory: memory,
  Instruction: instruction,
  McpServer: mcpServer,
  McpList: mcpList,
  McpSignIn: mcpSignIn,
  Definition: inWords<DefinitionView>(DEFINITION_WORDS),
  DefinitionText: inWords<DefinitionTextView>(
    `${DEFINITION_WORDS} Beside it \`content\`, the whole file, and \`body\`.`,
  ),
  DefinitionProblem: problem,
  DefinitionCheck: definitionCheck,
  FilledTemplate: filledTemplate,
  Composer: inWords<ComposerView>(
    'An object: `text` as it is sent, `plain` without the words for the program, `mentions` with their places, ' +
      '`attach`, `directives` and `notices`.',
  ),
}

/** What a chat can be pinned to. */
export type AreaListView = View<typeof areaList>
export type McpToolView = View<typeof mcpTool>
/** A server of a workspace as it is listed. What may be secret, the values of variables and headers, is not in it. */
export type McpServerView = View<typeof mcpServer>
export type McpListView = View<typeof mcpList>
export type McpSignInView = View<typeof mcpSignIn>
/** Whether models follow a file. */
export type Trust = View<typeof trust>
/** What the assistant remembers of the user. */
export type MemoryView = View<typeof memory>
/** A file of a workspace that models follow once it is trusted. */
export type InstructionView = View<typeof instruction>
/** What is wrong with a file. */
export type DefinitionProblem = View<typeof problem>
export type DefinitionCheckView = View<typeof definitionCheck>
/** A template that was filled in. */
export type FilledTemplateView = View<typeof filledTemplate>

export type JsonObject = { readonly [name: string]: JsonValue }

/** An agent, skill, template or project as it is listed. */
export interface DefinitionView extends AgentFileSettings {
  readonly kind: DefinitionKind
  /** What chats and messages call it by: the name of its file. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly path: string
  readonly origin: 'built-in' | 'workspace'
  /** A file of the workspace that takes the place of a built-in one, as far as it is sound and trusted. */
  readonly overrides?: true
  /** Trusted content: the file and everything next to it. */
  readonly hash: string
  /** Of the file, for a write over it; absent for a built-in one. */
  readonly contentHash?: string
  /** Without it the file does nothing. */
  readonly trusted: boolean
  /** It was edited since it was trusted; the edits are followed. */
  readonly changed?: true
  /** What is wrong with the file; it does nothing then. */
  readonly problems: readonly DefinitionProblem[]
  /** Unknown names in it. The rule applies anyway. */
  readonly warnings?: readonly DefinitionProblem[]
  /** Files beside a skill. */
  readonly files?: readonly string[]
  readonly model?: string
  readonly models?: readonly string[]
  readonly tools?: readonly string[]
  readonly skills?: readonly string[]
  readonly pinned?: readonly string[]
  readonly parameters?: JsonObject
  /** Of a template: what it asks for. */
  readonly variables?: readonly string[]
  readonly wantsSelection?: true
}

/** One of them, with its text. */
export interface DefinitionTextView extends DefinitionView {
  /** The whole file. */
  readonly content: string
  /** What follows the front matter. */
  readonly body: string
}

/** What a message in the composer means in this workspace. */
export interface ComposerView {
  /** As it is sent. */
  readonly text: string
  readonly plain: string
  /** What is marked in the text, `[from, to)`. Words that turned out to name nothing are not among them. */
  readonly mentions: readonly {
    readonly kind: string
    readonly from: number
    readonly to: number
    readonly name: string
    /** What is attached by it. */
    readonly attach?: string
  }[]
  readonly attach: readonly string[]
  readonly directives: ComposerDirectives
  readonly notices: readonly Notice[]
}

/** What a message asks of the program beside its text. */
export interface ComposerDirectives {
  /** Search the workspace, and search the web, whatever a planner thinks. */
  readonly vault: boolean
  readonly chats: boolean
  readonly web: boolean
  /** Write into notes, with a difference to accept. */
  readonly composer: boolean
  /** The last one that is named; empty for whichever the chat has. */
  readonly agent?: string
  readonly templates: readonly string[]
  readonly skills: readonly string[]
  readonly commands: readonly string[]
}
