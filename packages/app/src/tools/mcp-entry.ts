import type { Hash } from '@varve/engine/internal'
import { z } from 'zod'

/** The file of a workspace that names its MCP servers. */
export const MCP_PATH = 'Varve/mcp.json'

/** How a server is reached: as a program that is started, or at an address. */
export type McpEntry =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      /** The user says that this name is one of their own network. */
      readonly local: boolean
    }

/** One server of the file. */
export interface McpServerEntry {
  readonly name: string
  readonly entry: McpEntry
  readonly disabled: boolean
  /** Of the name and of everything that the file says about it: what is trusted. */
  readonly hash: Hash
}

const NUL = /^[^\0]*$/
const line = (most: number) => z.string().max(most).regex(NUL, 'It must not hold a NUL character.')
/** Only such a name is filled in: no entry can ask for the key of a provider, and what stays is passed on as it is. */
const FOREIGN = /\$\{(?!VARVE_MCP_[A-Z0-9_]{1,100}\})/
const named = (value: z.ZodType<string>) =>
  value.refine(
    (text) => !FOREIGN.test(text),
    'Only a variable that is called ${VARVE_MCP_…} can be named here.',
  )
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'This is not the name of a variable.')
const header = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'This is not the name of a header.')
const headerValue = z
  .string()
  .max(8_000)
  .regex(/^[\t\x20-\x7e]*$/, 'A header is one line of plain characters.')

export const stdioSchema = z
  .strictObject({
    type: z.literal('stdio').optional(),
    command: line(4_096).min(1, 'The command must not be empty.'),
    args: z.array(line(8_192)).max(100).default([]),
    env: z.record(variable, named(line(32_768))).default({}),
    disabled: z.boolean().default(false),
  })
  .transform(({ command, args, env, disabled }) => ({
    entry: { kind: 'stdio', command, args, env } satisfies McpEntry,
    disabled,
  }))

export const httpSchema = z
  .strictObject({
    type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
    url: z
      .string()
      .max(4_096)
      .refine(isWebAddress, 'The address must begin with https:// or http:// and carry no password.'),
    headers: z.record(header, named(headerValue)).default({}),
    local: z.boolean().default(false),
    disabled: z.boolean().default(false),
  })
  .transform(({ url, headers, local, disabled }) => ({
    entry: { kind: 'http', url, headers, local } satisfies McpEntry,
    disabled,
  }))

export const serverNameSchema = z
  .string()
  .regex(
    /^(?!.*__)[A-Za-z0-9][A-Za-z0-9_-]{0,19}$/,
    'A server has a name of 1 to 20 letters, digits, - and single _.',
  )

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  return url.username === '' && url.password === ''
}
