import { z } from 'zod'
import {
  APP_SETTING_ROWS,
  type AppSettingsView,
  CHAT_SETTING_ROWS,
  type ChatSettingsView,
  LOCAL_MODEL_SETTING_ROWS,
  type LocalModelSettingsView,
  describeRefusal,
  describeValues,
  type SettingKind,
  type SettingRow,
  WORKSPACE_SETTING_ROWS,
  type WorkspaceSettingsView,
} from './tables/settings.ts'

export * from './tables/settings.ts'

export type RunnerName = NonNullable<ChatSettingsView['runner']>
export type ToolMode = NonNullable<ChatSettingsView['mode']>

/** A change to the settings of a chat before the app has checked it; `null` gives a setting back to its default. */
export type ChatSettingsPatch = {
  readonly [Name in keyof ChatSettingsView]?: ChatSettingsView[Name] | string | null | undefined
}

export const chatSettings = z.object(
  shape(CHAT_SETTING_ROWS, (row) => schemaOf(row).exactOptional()),
) as unknown as z.ZodType<ChatSettingsView>

/** Checks only types and lengths. The app validates each value against its row and explains what is wrong. */
export const settingsSchema = z.strictObject(
  shape(CHAT_SETTING_ROWS, (row) => looseSchemaOf(row).nullish()),
) as unknown as z.ZodType<ChatSettingsPatch>

export const workspaceSettings = z.object(
  shape(WORKSPACE_SETTING_ROWS, schemaOf),
) as unknown as z.ZodType<WorkspaceSettingsView>

export const workspaceSettingsSchema = z.strictObject(
  shape(WORKSPACE_SETTING_ROWS, (row) => schemaOf(row).optional()),
) as unknown as z.ZodType<Partial<WorkspaceSettingsView>>

export const appSettings = z.object(
  shape(APP_SETTING_ROWS, (row) => schemaOf(row).exactOptional()),
) as unknown as z.ZodType<AppSettingsView>

/** `null` gives a setting back to its default. */
export const appSettingsSchema = z.strictObject(
  shape(APP_SETTING_ROWS, (row) => looseSchemaOf(row).nullish()),
) as unknown as z.ZodType<AppSettingsPatch>

export type AppSettingsPatch = {
  readonly [Name in keyof AppSettingsView]?: AppSettingsView[Name] | null | undefined
}

export const webSearchTrial = z.object({
  host: z.string(),
  results: z.number().describe('The number of results.'),
  first: z.string().optional().describe('The title of the first result.'),
})

export type WebSearchTrialView = z.infer<typeof webSearchTrial>

export const webSearchTrialSchema = z.strictObject({ address: z.string().max(2000) })

export const localModelSettings = z.object(
  shape(LOCAL_MODEL_SETTING_ROWS, (row) => schemaOf(row).exactOptional()),
) as unknown as z.ZodType<LocalModelSettingsView>

/** `null` gives a setting back to its default. */
export const localModelSettingsSchema = z.strictObject(
  shape(LOCAL_MODEL_SETTING_ROWS, (row) => schemaOf(row).nullish()),
) as unknown as z.ZodType<LocalModelSettingsPatch>

export type LocalModelSettingsPatch = {
  readonly [Name in keyof LocalModelSettingsView]?: LocalModelSettingsView[Name] | null | undefined
}

/** Accepts exactly what a row allows. Any error is one sentence about `name`. */
export function settingSchema(row: SettingKind, name: string): z.ZodType {
  const schema = schemaOf(row)
  return z.unknown().refine((value) => schema.safeParse(value).success, describeRefusal(name, row))
}

function shape(
  rows: readonly (readonly [name: string, SettingRow])[],
  schemaFor: (row: SettingRow) => z.ZodType,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(rows.map(([name, row]) => [name, schemaFor(row).describe(describeRow(row))]))
}

function schemaOf(row: SettingKind): z.ZodType {
  switch (row.kind) {
    case 'choice':
      return z.enum(Object.keys(row.choices))
    case 'switch':
      return z.enum(['on', 'off'])
    case 'number':
      return (row.whole ? z.int() : z.number()).min(row.minimum).max(row.maximum)
    case 'file':
      return z
        .string()
        .min(1)
        .max(row.length)
        .regex(/^(?!\.)[^/\\\p{C}]+$/u)
    case 'text':
      return z
        .string()
        .min(1)
        .max(row.length)
        .regex(/^\P{C}+$/u)
    case 'names':
      return z.array(z.string().min(1).max(200)).max(row.most)
    default:
      return row satisfies never
  }
}

function looseSchemaOf(row: SettingKind): z.ZodType {
  switch (row.kind) {
    case 'choice':
    case 'switch':
      return z.string().max(20)
    case 'number':
      return z.number()
    case 'file':
    case 'text':
      return z.string().max(row.length)
    case 'names':
      return z.array(z.string().max(row.length)).max(row.most)
    default:
      return row satisfies never
  }
}

function describeRow({ help, default: preset, ...row }: SettingRow): string {
  const isDefault = preset === undefined ? '' : `; default: ${preset}`
  return `${help} Must be ${describeValues(row)}${isDefault}.`
}
