import type { FolderTools } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { type FolderCommandOptions, type FolderContext, openedFolder, untilRead } from './folder-command.ts'
import { countOf } from '../show-number.ts'

export interface DoctorOptions extends FolderCommandOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

interface Outcome {
  readonly found: readonly string[]
  readonly left: readonly string[]
  readonly files: number
  readonly note: string | undefined
}

/** `varve doctor`: whether the index of a folder is sound, and with `--repair` makes it so. */
export async function doctorCommand(options: DoctorOptions, context: FolderContext): Promise<void> {
  const { output } = context
  const { found, left, files, note } = await openedFolder(options, context, (tools) =>
    examine(tools, options, context),
  )
  if (options.json)
    await output.write(
      `${JSON.stringify({ problems: found, remaining: left, files, ...(note === undefined ? {} : { note }) })}\n`,
    )
  else {
    if (note !== undefined) await output.write(`${note}\n`)
    for (const problem of found) await output.write(`${problem}\n`)
    if (found.length === 0) await output.write(`The index is sound: ${countOf(files, 'file')}.\n`)
    else if (left.length === 0) await output.write(`Built again: ${countOf(files, 'file')}.\n`)
  }
  if (left.length > 0)
    throw new CliError(
      'index-unsound',
      `${countOf(left.length, 'problem')}${options.repair ? (left.length === 1 ? ' remains' : ' remain') : '; run varve doctor --repair'}.`,
    )
}

async function examine(tools: FolderTools, options: DoctorOptions, context: FolderContext): Promise<Outcome> {
  const { index } = tools
  const found = (await failureOf(untilRead(tools, context))) ?? (await index.verify())
  const { note } = index.status()
  if (found.length === 0 || !options.repair) {
    const files = found.length === 0 ? (await index.statistics()).files : index.status().filesTotal
    return { found, left: found, files, note }
  }
  await index.rebuild()
  return { found, left: await index.verify(), files: (await index.statistics()).files, note }
}

/** An index that cannot be brought up to date is what a doctor is called for. */
async function failureOf(work: Promise<void>): Promise<readonly string[] | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
