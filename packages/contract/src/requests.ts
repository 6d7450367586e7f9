import { z } from 'zod'
import { createApiKeySchema } from './api-keys.ts'
import { getModelSchema, openModelSchema } from './local-models.ts'
import {
  appSettingsSchema,
  type ChatSettingsView,
  localModelSettingsSchema,
  settingsSchema,
  webSearchTrialSchema,
  workspaceSettingsSchema,
} from './settings.ts'
import type { Sent, View } from './view.ts'

const text = z.string().max(1_000_000)
const path = z.string().max(4096)
const line = z.int().min(1)
const mark = z.enum(['essential', 'normal', 'optional'])
const priority = mark.optional()
/** What a message may bring along. */
export const attachableSchema = z.union([
  z
    .string()
    .max(8192)
    .describe(
      'A name: `note.md`, `folder/`, `#tag`, `https://…`, `upload:id`. A `!` after it makes it essential, a `?` optional.',
    ),
  z.strictObject({
    kind: z.literal('selection'),
    path,
    lines: z.tuple([line, line]),
    content: text,
    priority,
  }),
  z.strictObject({ kind: z.literal('paste'), content: text, priority }),
  z.strictObject({ kind: z.literal('name'), name: z.string().max(8192), priority }),
  z.strictObject({ kind: z.literal('chat-summary'), chatId: z.string().max(200), content: text, priority }),
])

const attach = z.array(attachableSchema).max(1000)
/** What the user says to what the guard found. */
export const decisionSchema = z.strictObject({
  action: z.enum(['redact', 'send']),
  always: z.array(z.string().max(100)).max(100).optional(),
  values: z
    .record(z.string().max(64), z.enum(['redact', 'send']))
    .refine((values) => Object.keys(values).length <= 10_000, 'At most 10,000 values.')
    .optional()
    .describe('Decisions for single values, by the `id` of their choice.'),
})
const decision = decisionSchema.optional()
/** Options that every route for questions accepts. */
const said = {
  decision: decision.describe('The decision about findings.'),
  allowExtracts: z
    .boolean()
    .optional()
    .describe(
      'Allows shortening kept texts that can’t be attached again, if the message doesn’t fit otherwise.',
    ),
  dropOptional: z
    .boolean()
    .optional()
    .describe('Allows leaving out optional attachments if the message doesn’t fit otherwise.'),
  unrecorded: z
    .enum(['allow', 'forget'])
    .optional()
    .describe(
      'What to do about sources that are no longer recorded, after `unrecorded`: send the remaining text to a cloud model, or leave those answers out.',
    ),
  modelIds: z
    .array(z.string().max(200))
    .min(1)
    .max(8)
    .optional()
    .describe('Several models that answer in parallel.'),
}
const passages = z
  .strictObject({
    decision: z
      .enum(['send', 'leave'])
      .optional()
      .describe('Whether they go to a cloud model, after `passages-undecided`.'),
    leaveOut: z.array(path).max(100).optional().describe('Passages to leave out, by `place`.'),
    beside: z.boolean().optional().describe('Whether passages are searched for besides the attachments.'),
  })
  .optional()
  .describe('Passages that Varve finds, if the chat uses the runner `auto`.')
const saidFirst = {
  ...said,
  passages,
  leaveOut: z
    .array(path)
    .max(1000)
    .optional()
    .describe('Notes of an imported chat to leave out of its next message.'),
}
const asked = {
  ...saidFirst,
  active: path.optional().describe('The note open beside the chat.'),
  remoteImages: z.boolean().optional().describe('Allows fetching web pictures in the open note.'),
  modelId: z.string().max(200).optional().describe('The model that answers.'),
  areas: z
    .array(z.string().max(200))
    .max(10)
    .optional()
    .describe('In place of the areas that are detected, as `pack/id`.'),
  jurisdictions: z
    .array(z.string().max(20))
    .max(20)
    .optional()
    .describe('In place of the places that the message names, such as US-CA.'),
}

export const sendSchema = z.strictObject({ text, attach: attach.default([]), ...asked })

/** What is left out stays as it was asked. */
export const editSchema = z.strictObject({ text: text.optional(), attach: attach.optional(), ...asked })

const judge = z.string().max(200).optional().describe('The model that compares them.')
export const compareSchema = z.strictObject({ modelId: judge })
export const compareQuerySchema = z.strictObject({ model: judge })

export const regenerateSchema = z.strictObject({
  modelIds: asked.modelIds,
  decision,
  passages,
  unrecorded: z.enum(['allow']).optional(),
})

export const continueSchema = z.strictObject({ decision })

export const answerCallSchema = z.strictObject({
  answer: z.string().min(1).max(10_000),
  /** With `approve`: this very call is not asked about again; with `wider`, nor is all that its question names. */
  always: z.union([z.boolean(), z.literal('wider')]).optional(),
})

export const steerSchema = z.strictObject({ text: z.string().min(1).max(100_000) })

export const undoSchema = z.strictObject({ callId: z.string().max(200) })

export const guardSchema = z.strictObject({ policy: z.record(z.string(), z.unknown()) })
export const tryRuleSchema = z.strictObject({
  rule: z.record(z.string(), z.unknown()),
  sample: z.string().max(10_000),
})

export const toolRulesSchema = z.strictObject({ rules: z.array(z.unknown()).max(1000) })

export const detectSchema = z.strictObject({ text })

export const memorySchema = z
  .strictObject({
    content: z.string().max(100_000).optional(),
    add: z
      .string()
      .max(2000)
      .refine((thing) => thing.trim() !== '', 'it is empty')
      .optional(),
    hash: z.string().max(100).optional(),
  })
  .refine(({ content, add }) => (content === undefined) !== (add === undefined), {
    message: 'it needs either "content" or "add"',
  })

export const saveAnswerSchema = z.strictObject({
  path: path.min(1),
  how: z.enum(['new', 'append']),
  mark: z.boolean().optional(),
})

export const forkSchema = z.strictObject({
  turnId: z.string().max(200),
  answerId: z.string().max(200).optional(),
})

const projectName = z.string().min(1).max(200)

export const createChatSchema = z.strictObject({ project: projectName.optional() })

const workspaceName = z.string().max(200)

export const openWorkspaceSchema = z.union([
  z.strictObject({ kind: z.literal('database'), name: workspaceName }),
  z.strictObject({ kind: z.literal('folder').optional(), root: path, name: workspaceName.optional() }),
])

export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)

/** The hash of what was looked at, or `absent` for what is not there yet. */
export const expectationSchema = z.union([hashSchema, z.literal('absent')], {
  error: 'it is a SHA-256, or "absent"',
})

export const moveFileSchema = z.strictObject({ path, to: path, expect: expectationSchema.optional() })

export const restoreFileSchema = z.strictObject({ id: z.string().max(200), as: path.optional() })

export const indexActionSchema = z.strictObject({ action: z.enum(['pause', 'resume', 'refresh', 'rebuild']) })

export const embeddingsSchema = z.strictObject({
  embeddings: z
    .union([z.enum(['off', 'built-in']), z.templateLiteral(['local/', z.string()])])
    .describe(
      '`built-in` is a small English model; `local/<id>` is a model of your own that is made for search.',
    ),
})
export type Embeddings = z.infer<typeof embeddingsSchema>['embeddings']

export const changeChatSchema = z.strictObject({
  title: z.string().max(1000).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  tags: z.array(z.string().max(200)).max(100).optional(),
})

const chatId = z.string().max(200)

/** A message whose answers come with it. */
export const askSchema = z.strictObject({
  text,
  attach: attach.default([]),
  ...saidFirst,
  chatId: chatId.optional().describe('Its id or the beginning of it; by default a new chat.'),
  settings: settingsSchema.optional().describe('Of the chat, from this message on.'),
  approvals: z
    .enum(['refuse', 'wait'])
    .optional()
    .describe(
      'What happens to a tool call that needs a person: `refuse` (default) refuses it; `wait` sends an event `asks` and continues when the call is answered.',
    ),
})

/** The same for a turn that there is. */
export const askAgainSchema = z.strictObject({
  kind: z.enum(['regenerate', 'edit', 'continue']),
  chatId: chatId.describe('Its id or the beginning of it.'),
  turn: z
    .union([z.string().max(200), z.number().int()])
    .optional()
    .describe('By default the last one.'),
  text: text.optional(),
  attach: attach.optional(),
  ...said,
  passages,
})

export const forgetSchema = z.strictObject({ key: z.string().max(8192), undo: z.boolean().optional() })

export const markSchema = z.strictObject({ key: z.string().max(8192), priority: mark })

export const compactSchema = z.strictObject({
  modelId: z.string().max(200).optional(),
  undo: z.boolean().optional(),
})

export const continueInNewSchema = z.strictObject({
  modelId: z.string().max(200).optional(),
  confirmed: z.boolean().optional(),
})

export const keySchema = z.strictObject({
  key: z.string().max(10_000),
  keep: z.enum(['sealed', 'memory']).optional(),
})

const address = z
  .string()
  .min(1)
  .max(2000)
  .describe('Of an OpenAI-compatible API, such as `https://host/v1`.')
const endpointKey = z
  .string()
  .max(10_000)
  .optional()
  .describe('By default the saved key of this provider, for its own address only.')
const providerHint = z.string().max(200).optional().describe('The known provider it belongs to.')

export const endpointSchema = z.strictObject({ address, key: endpointKey, provider: providerHint })

export const addModelSchema = z.strictObject({
  address,
  key: endpointKey,
  provider: providerHint,
  model: z.string().min(1).max(500).describe('Its name in a request.'),
  keep: z.enum(['sealed', 'memory']).optional(),
})

/** One coordinate of a point of P-256, in base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/)

export const browserSchema = z.strictObject({
  publicKey: z
    .strictObject({ x: coordinate, y: coordinate })
    .describe('Of a P-256 key, as in a JSON Web Key.'),
})

export const emptySchema = z.strictObject({})

/** The number of a turn or of an event, from a path, a query or a header. */
export const numberSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** A watcher's position in an answer: `12`, or `12-340` with the amount of reasoning already received. */
export const positionSchema = z
  .string()
  .regex(/^\d{1,15}(-\d{1,15}){0,2}$/)
  .transform((position) => {
    const [after, reasoned, stepped] = position.split('-').map(Number)
    return { after: after ?? 0, reasoned: reasoned ?? 0, stepped: stepped ?? 0 }
  })

export const idempotencyKeySchema = z.string().min(8).max(200)

export const writeDefinitionSchema = z.strictObject({
  content: text,
  contentHash: hashSchema.optional(),
  imported: z.boolean().optional(),
})

export const checkDefinitionSchema = z.strictObject({ content: text })

export const trustSchema = z.strictObject({ hash: hashSchema, trusted: z.boolean().optional() })

export const trustFileSchema = z.strictObject({
  path: z.string().min(1).max(1000),
  hash: hashSchema.optional(),
  trusted: z.boolean().optional(),
})

export const fillTemplateSchema = z.strictObject({
  variables: z.record(z.string().max(200), text).optional(),
  selection: text.optional(),
  date: z.string().max(100).optional(),
})

export const composerSchema = z.strictObject({ text })

/** An entry of the file of MCP servers, as the file has it; what is in it is checked where it is read. */
export const mcpEntrySchema = z.strictObject({ entry: z.record(z.string().max(100), z.unknown()) })

export const titleSchema = z.strictObject({
  confirmed: z.boolean().optional(),
  automatic: z
    .boolean()
    .optional()
    .describe('Names a chat that is called by its first words, once, if the workspace is set to.'),
})

/** Bodies by the names that they have in the document of the API. */
export const REQUESTS = {
  Attachable: attachableSchema,
  GuardDecision: decisionSchema,
  SendMessage: sendSchema,
  Ask: askSchema,
  AskAgain: askAgainSchema,
  EditMessage: editSchema,
  RegenerateAnswer: regenerateSchema,
  ContinueAnswer: continueSchema,
  CompareAnswers: compareSchema,
  SaveAnswer: saveAnswerSchema,
  UndoCall: undoSchema,
  AnswerCall: answerCallSchema,
  Say: steerSchema,
  CreateChat: createChatSchema,
  ChangeChat: changeChatSchema,
  ChangeChatSettings: settingsSchema,
  ForkChat: forkSchema,
  CompactChat: compactSchema,
  ContinueInNewChat: continueInNewSchema,
  SuggestTitle: titleSchema,
  McpEntry: mcpEntrySchema,
  ForgetArtifact: forgetSchema,
  MarkArtifact: markSchema,
  OpenWorkspace: openWorkspaceSchema,
  ChangeWorkspaceSettings: workspaceSettingsSchema,
  ChangeAppSettings: appSettingsSchema,
  TryWebSearch: webSearchTrialSchema,
  ControlIndex: indexActionSchema,
  SetEmbeddings: embeddingsSchema,
  MoveFile: moveFileSchema,
  RestoreFile: restoreFileSchema,
  SetGuard: guardSchema,
  TryRule: tryRuleSchema,
  SetToolRules: toolRulesSchema,
  DetectAreas: detectSchema,
  WriteMemory: memorySchema,
  SetProviderKey: keySchema,
  CreateApiKey: createApiKeySchema,
  CheckEndpoint: endpointSchema,
  AddModel: addModelSchema,
  GetModel: getModelSchema,
  OpenModel: openModelSchema,
  ChangeLocalModelSettings: localModelSettingsSchema,
  RememberBrowser: browserSchema,
  WriteDefinition: writeDefinitionSchema,
  CheckDefinition: checkDefinitionSchema,
  Trust: trustSchema,
  TrustInstruction: trustFileSchema,
  FillTemplate: fillTemplateSchema,
  ReadComposer: composerSchema,
  Nothing: emptySchema,
}

/** What a message may bring along. */
export type Attachable = View<typeof attachableSchema>
/** What the user decides about what the guard found. */
export type DecisionRequest = View<typeof decisionSchema>
/** What is said about the passages that Varve finds by itself. */
export type PassagesRequest = NonNullable<View<typeof passages>>
export type AddModelRequest = View<typeof addModelSchema>
export type AskRequest = Sent<typeof askSchema>
export type SendRequest = View<typeof sendSchema>
/** A question asked again, in other words or of others; what is left out stays as it was asked. */
export type EditRequest = View<typeof editSchema>
export type RegenerateRequest = View<typeof regenerateSchema>
export type SaveAnswerRequest = View<typeof saveAnswerSchema>
export type ChangeChatRequest = View<typeof changeChatSchema>
/** What a chat asks of its models from now on; `null` gives a setting back to the model. */
export type SettingsRequest = {
  readonly [Name in keyof ChatSettingsView]?: ChatSettingsView[Name] | null
}
