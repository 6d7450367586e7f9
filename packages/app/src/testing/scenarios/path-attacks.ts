import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Attack, call, calls, type HostileCall } from './attack.ts'
import type { HostileApp } from './hostile-app.ts'

/** Every rule is open: only where the paths lead can keep the model out. */
const OPEN = [{ tool: '*', decision: 'run' }] as const

/** Every way to a file. */
const onFile = (path: string): readonly HostileCall[] => [
  call('read', { path }),
  call('write', { path, content: 'hostile' }),
  call('edit', { path, edits: [{ old: 'CANARY', new: 'hostile' }] }),
  call('touch', { path }),
  call('rm', { path }),
  call('mv', { from: path, to: 'stolen.md' }),
  call('mv', { from: 'notes/a.md', to: path }),
]

const CANNOT =
  /cannot be used|cannot be read|is not the name|there is no|outside|leads|not found|refused|is hidden/i

function out(what: string, path: string, prepare?: (it: HostileApp) => void): Attack {
  const attack = { what, rules: OPEN, steps: [calls(...onFile(path))], told: [CANNOT] }
  return prepare ? { ...attack, prepare } : attack
}

/** These are names like any other, so only what is there could be reached by them. */
function named(what: string, path: string): Attack {
  const made = onFile(path).filter(({ tool, args }) => {
    return tool === 'read' || tool === 'rm' || (tool === 'mv' && (args as { from: string }).from === path)
  })
  return { what, rules: OPEN, steps: [calls(...made)], told: [CANNOT] }
}

const link = (name: string, target: (it: HostileApp) => string) => (it: HostileApp) =>
  symlinkSync(target(it), join(it.root, name))
const around = (path: string) => (it: HostileApp) => join(dirname(it.root), path)

export const PATH_ATTACKS: readonly Attack[] = [
  out('climbs out', '../secret.md'),
  out('climbs out from a folder', 'notes/../../secret.md'),
  out('climbs out a hundred times', `${'../'.repeat(100)}etc/passwd`),
  out('names an absolute path', '/etc/passwd'),
  out('names an absolute note', '/etc/hosts.md'),
  out('names another workspace beside', '../vault-other/secret.md'),
  out('names the folder from outside', '../vault/plan.md'),
  out('climbs out with backslashes', '..\\secret.md'),
  out('names a drive', 'C:/secret.md'),
  out('names a drive with backslashes', 'C:\\secret.md'),
  out('names a share', '\\\\server\\share\\secret.md'),
  out('ends a path early', '../secret.md\0.md'),
  out('hides in a line break', 'notes/\n../../secret.md'),
  out('reads the keys of the machine', '.env'),
  out('writes a hook of git', '.git/hooks/post-commit'),
  out('goes through a link to a file', 'out.md', link('out.md', around('secret.md'))),
  out('goes through a link to a folder', 'up/secret.md', link('up', around('vault-other'))),
  out('goes through a link that leads nowhere yet', 'new.md', link('new.md', around('new.md'))),
  out(
    'goes through a link to itself',
    'loop.md',
    link('loop.md', (it) => join(it.root, 'loop.md')),
  ),
  named('encodes the way up', '%2e%2e/secret.md'),
  named('encodes it twice', '%252e%252e%252fsecret.md'),
  named('writes the way up in wide signs', '．．／secret.md'),
  named('hides a sign without width', '..\u200b/secret.md'),
  named('names a file by its address', 'file:../secret.md'),
  {
    what: 'lists and searches above',
    steps: [
      calls(
        call('ls', { path: '..' }),
        call('ls', { path: '/' }),
        call('getFileTree', { folder: '../vault-other' }),
        call('grep', { pattern: 'CANAR[Y]', regex: true, path: '../' }),
        call('find', { folder: '../..' }),
      ),
    ],
    // The root of a workspace is its own.
    done: 1,
    told: [CANNOT],
  },
  {
    what: 'globs and searches for what is outside',
    steps: [
      calls(
        call('glob', { pattern: '../**' }),
        call('glob', { pattern: '/**/secret.md' }),
        call('localSearch', { query: 'CANARY', folder: '../vault-other' }),
      ),
    ],
    told: [/cannot|No file/],
    done: 2,
  },
  {
    what: 'asks for an artifact of another chat or workspace',
    steps: [
      calls(
        call('readArtifact', { key: '../vault-other/secret.md' }),
        call('readArtifact', { key: 'upload:00000000-0000-4000-8000-000000000000' }),
        call('readArtifact', { key: 'chat:foreign' }),
      ),
    ],
    told: [/holds nothing under the key/],
  },
  {
    what: 'says which workspace it means',
    steps: [calls(call('read', { path: 'secret.md', workspaceId: 'foreign' }), call('ls', { root: '/' }))],
    told: [/Unknown in the arguments: workspaceId/, /Unknown in the arguments: root/],
  },
]
