/**
 * Run as a child: swaps a folder and a file of a workspace for links that lead out, and back, as fast as it
 * can, until its input ends. Then it puts everything back and says how many swaps it made.
 */
import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const [root = '', outside = ''] = process.argv.slice(2)
const SWAPS: readonly (() => void)[] = [
  () => swap('folder', outside),
  () => swap('folder/file.md', join(outside, 'file.md')),
  () => swap('folder/inner', join(outside, 'inner')),
  () => swap('file.md', join(outside, 'file.md')),
]
let swaps = 0
let isTold = false

process.stdin.on('end', () => {
  isTold = true
})
process.stdin.resume()
process.stdout.write('ready\n')
again()

function again(): void {
  for (let round = 0; round < 25; round += 1) for (const act of SWAPS) act()
  if (isTold) process.stdout.write(`${swaps}\n`)
  else setImmediate(again)
}

function swap(name: string, target: string): void {
  const [place, aside] = [join(root, name), join(root, `${name.replace('/', '-')}-aside.md`)]
  if (!attempt(() => renameSync(place, aside))) return
  if (attempt(() => symlinkSync(target, place))) {
    swaps += 1
    attempt(() => unlinkSync(place))
  }
  // If the other side created a new one in the meantime, it stays.
  attempt(() => renameSync(aside, place))
}

/** The other side moves and removes the same names, so any of these may fail. */
function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
