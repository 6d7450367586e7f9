import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Those beside this file that write to a database and say each time what is done. */
type Writer = 'write-until-killed' | 'write-files-until-killed'

/** Has a child write to a database until it has said so many lines, kills it, and gives back all that it said. */
export async function killAfterLines(
  writer: Writer,
  database: string,
  lines: number,
): Promise<readonly string[]> {
  const child = fileURLToPath(new URL(`./${writer}.ts`, import.meta.url))
  const writing = spawn(process.execPath, [child, database], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  writing.stdout.setEncoding('utf8')
  writing.stdout.on('data', (text: string) => {
    output += text
    if (output.split('\n').length > lines) writing.kill('SIGKILL')
  })
  await once(writing, 'close')
  return output.split('\n').slice(0, -1)
}
