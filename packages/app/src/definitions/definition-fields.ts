import {
  type AgentFileSettings,
  CHAT_SETTING_ROWS,
  type ProjectFileSettings,
  settingSchema,
} from '@varve/contract'
import { parseAttachRequest, parseFilePath, WorkspaceError } from '@varve/workspace'
import { z } from 'zod'
import { toolNamed } from '../tools/tools.ts'

const MOST_NAMES = 100

const words = (most: number, what: string) =>
  z
    .string(`${what} must be a text.`)
    .trim()
    .min(1, `${what} must not be empty.`)
    .max(most, `${what} has at most ${most} characters.`)
    .regex(/^[^\p{Cc}]*$/u, `${what} must be one line.`)

const described = (most: number) =>
  z
    .string('A description must be a text.')
    .trim()
    .min(1, 'A description must not be empty.')
    .max(most, `A description has at most ${most} characters.`)

const list = (item: z.ZodType<string>, what: string) =>
  z
    .array(item, `${what} are a list, as [one, two].`)
    .max(MOST_NAMES, `${what}: at most ${MOST_NAMES}.`)
    .transform((items) => [...new Set(items)])

const model = words(200, 'A model')
const tool = z
  .string('A tool is a name.')
  .regex(/^[A-Za-z][\w.:/-]{0,99}$/, 'A tool is a name such as read or localSearch.')
  .refine(isTool, {
    error: ({ input }) => `There is no tool "${String(input)}".`,
    when: ({ issues }) => issues.length === 0,
  })

/** One of Varve's own, or of a server, which need not run to be named: all of its tools, or one. */
function isTool(name: string): boolean {
  return toolNamed(name) !== undefined || /^mcp__[A-Za-z0-9]/.test(name)
}

/** What any note may carry, whatever it defines. */
const OF_ANY_NOTE = ['tags', 'tag', 'aliases', 'alias', 'cssclasses', 'varve'] as const
/** What the open form of skills has beside what is read here. */
const OF_SKILLS = ['license', 'compatibility', 'metadata', 'allowed-tools'] as const

const ignored = (names: readonly string[]) =>
  Object.fromEntries([...OF_ANY_NOTE, ...names].map((name) => [name, z.unknown().optional()]))

/** The fields of a kind of file that are settings of its chats. */
function settingFields(kind: 'agentField' | 'projectField') {
  return Object.fromEntries(
    CHAT_SETTING_ROWS.flatMap(([, row]) => {
      const field = row[kind]
      return field === undefined ? [] : [[field, settingSchema(row, field).optional()]]
    }),
  )
}

const AGENT_SETTINGS = settingFields('agentField')
const PROJECT_SETTINGS = settingFields('projectField')

export const agentSettings = (fields: object): AgentFileSettings => pick(fields, AGENT_SETTINGS)
export const projectSettings = (fields: object): ProjectFileSettings => pick(fields, PROJECT_SETTINGS)

function pick(fields: object, names: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(names, name)))
}

export const AGENT_FIELDS = z.strictObject({
  ...ignored([]),
  name: words(100, 'A name'),
  description: described(1024),
  model: model.optional(),
  tools: list(tool, 'Tools').optional(),
  skills: list(words(80, 'A skill'), 'Skills').optional(),
  ...AGENT_SETTINGS,
})

export const SKILL_FIELDS = z.looseObject({
  ...ignored(OF_SKILLS),
  name: words(80, 'A name'),
  description: described(1024),
  parameters: z.json().optional(),
})

export const TEMPLATE_FIELDS = z.looseObject({
  name: words(100, 'A name').optional(),
  description: described(1024).optional(),
})

const ANYWHERE = { windows: false } as const

function canBePinned(name: string): boolean {
  try {
    const request = parseAttachRequest(name)
    if (request.kind === 'path') parseFilePath(request.path, ANYWHERE)
    if (request.kind === 'folder' && request.path !== '') parseFilePath(`${request.path}/note.md`, ANYWHERE)
    return request.kind === 'path' || request.kind === 'folder' || request.kind === 'tag'
  } catch (error) {
    if (error instanceof WorkspaceError) return false
    throw error
  }
}

export const PROJECT_FIELDS = z.strictObject({
  ...ignored([]),
  name: words(100, 'A name'),
  description: described(1024).optional(),
  models: list(model, 'Models').optional(),
  ...PROJECT_SETTINGS,
  pinned: list(
    words(1000, 'What is pinned').refine(
      canBePinned,
      'Only a path in the workspace, a folder/ or a "#tag" can be pinned.',
    ),
    'Pinned paths, folders and tags (a tag in quotes, as "#tag")',
  ).optional(),
})
