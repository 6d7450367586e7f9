import {
  type Area,
  type AreaDetection,
  compileAreas,
  type DetectedJurisdiction,
  type DetectOptions,
  detectAreas,
  detectJurisdictions,
  findJurisdiction,
  type Language,
} from '@varve/areas'
import type { Clock } from '../clock.ts'
import {
  type AreaProblem,
  type PackReading,
  readShipped,
  shippedPacksFolder,
} from '../areas/shipped-packs.ts'

export interface AreaToolsOptions {
  /** A folder whose own areas count too. */
  readonly workspace?: {
    readonly root: string
    readonly dataFolder: string
    readonly clock: Clock
    readonly newId: () => string
  }
}

/** A place with law of its own that a text names. */
export interface NamedJurisdiction extends DetectedJurisdiction {
  readonly name: string
}

/** Areas that were read and made ready once. */
export interface AreaTools {
  readonly areas: readonly Area[]
  readonly problems: readonly AreaProblem[]
  readonly detect: (text: string, options?: DetectOptions) => AreaDetection
  /** The places that a text names, in order, with their names in a language. */
  readonly jurisdictions: (text: string, language?: Language) => readonly NamedJurisdiction[]
}

/** Reads the shipped packs, and those of a workspace where one is named. */
export async function openAreaTools({ workspace }: AreaToolsOptions = {}): Promise<AreaTools> {
  try {
    const { areas, problems } = workspace ? await readWithOwn(workspace) : readShipped(shippedPacksFolder())
    const compiled = compileAreas(areas)
    return {
      areas,
      problems,
      detect: (text, options) => detectAreas(compiled, text, options),
      jurisdictions: nameJurisdictions,
    }
  } catch (error) {
    const { toAppError } = await import('../app-error.ts')
    throw toAppError(error)
  }
}

/** Loaded when there is a folder: a text alone is answered in half the time without it. */
async function readWithOwn(workspace: NonNullable<AreaToolsOptions['workspace']>): Promise<PackReading> {
  const { openFolderFiles } = await import('../workspaces/open-folder-files.ts')
  const { readPacks } = await import('../areas/read-packs.ts')
  const { files } = await openFolderFiles({ ...workspace, watch: false })
  return readPacks(shippedPacksFolder(), files)
}

function nameJurisdictions(text: string, language: Language = 'en'): readonly NamedJurisdiction[] {
  return detectJurisdictions(text).map((found) => ({
    ...found,
    name: findJurisdiction(found.id)?.names[language] ?? found.id,
  }))
}
