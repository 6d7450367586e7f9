import { APP_SETTING_ROWS, type AppSettingsPatch, type AppSettingsView, settingSchema } from '@varve/contract'
import { AppError } from '../app-error.ts'
import { changeConfig, readConfig } from './read-user-models.ts'

/** The settings of Varve as a whole. They are kept in the file of the user's own models, if there is one. */
export class AppSettings {
  #values: AppSettingsView
  readonly #config: string | undefined

  constructor(values: AppSettingsView = {}, config?: string) {
    this.#values = values
    this.#config = config
  }

  get values(): AppSettingsView {
    return this.#values
  }

  async change(patch: AppSettingsPatch): Promise<AppSettingsView> {
    const next = { ...this.#values }
    for (const [name, row] of APP_SETTING_ROWS) {
      const value = patch[name]
      if (value === undefined) continue
      const refused = value === null ? undefined : settingSchema(row, row.label).safeParse(value).error
      if (refused) throw new AppError('message-invalid', refused.issues[0]?.message ?? '')
      if (value === null) delete next[name]
      else Object.assign(next, { [name]: value })
    }
    if (this.#config !== undefined)
      await changeConfig(this.#config, (config) => {
        const own = new Set<string>(APP_SETTING_ROWS.map(([name]) => name))
        return { ...Object.fromEntries(Object.entries(config).filter(([name]) => !own.has(name))), ...next }
      })
    this.#values = next
    return next
  }
}

/** Reads them from the file; an invalid value counts as unset and is reported. */
export async function loadAppSettings(
  config: string | undefined,
  report: (message: string) => void,
): Promise<AppSettingsView> {
  // What is wrong with the whole file is reported with its models.
  const stored: Readonly<Record<string, unknown>> =
    config === undefined ? {} : await readConfig(config).catch(() => ({}))
  const values = APP_SETTING_ROWS.flatMap(([name, row]) => {
    const value = stored[name]
    if (value === undefined) return []
    const refused = settingSchema(row, name).safeParse(value).error
    if (!refused) return [[name, value]]
    report(`${config}: ${refused.issues[0]?.message}`)
    return []
  })
  return Object.fromEntries(values) as AppSettingsView
}
