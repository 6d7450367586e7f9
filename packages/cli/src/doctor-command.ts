import { CliError } from './cli-error.ts'
import { type FolderCommandOptions, type FolderContext, withFolder } from './folder-command.ts'
import { showCount } from './show-number.ts'

export interface DoctorOptions extends FolderCommandOptions {
  readonly repair?: boolean
  readonly json?: boolean
}

/** `varve doctor`: whether the index of a folder is sound, and with `--repair` makes it so. */
export async function doctorCommand(options: DoctorOptions, context: FolderContext): Promise<void> {
  const { output } = context
  const outcome = await withFolder(options, context, async ({ index }) => {
    const found = await index.verify()
    const { files } = await index.statistics()
    if (found.length === 0 || !options.repair) return { found, left: found, files }
    await index.rebuild()
    return { found, left: await index.verify(), files: (await index.statistics()).files }
  })
  const { found, left, files } = outcome
  if (options.json) await output.write(`${JSON.stringify({ problems: found, remaining: left, files })}\n`)
  else {
    for (const problem of found) await output.write(`${problem}\n`)
    if (found.length === 0) await output.write(`The index is sound: ${showCount(files)} files.\n`)
    else if (left.length === 0) await output.write(`Built again: ${showCount(files)} files.\n`)
  }
  if (left.length > 0)
    throw new CliError(
      'index-unsound',
      `${showCount(left.length)} problems${options.repair ? ' remain' : '; run varve doctor --repair'}.`,
    )
}
