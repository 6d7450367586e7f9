/** Ways up, and what has been taken for one somewhere. */
const UPS = [
  '..',
  '%2e%2e',
  '%252e%252e',
  '.%2e',
  '\uff0e\uff0e',
  '\u2025',
  '..\u200b',
  '.. ',
  '..;',
  '....',
  '..\0',
  './..',
]
const SEPARATORS = ['/', '\\', '//', '%2f', '%5c', '\u2215', '\uff0f']
const TARGETS = ['secret.md', 'outside/canary.md', 'vault-sibling/canary.md']

const PICKED: readonly string[] = [
  [
    '/etc/passwd',
    '//etc/passwd.md',
    '/proc/self/environ',
    '~/.ssh/id.txt',
    'C:/secret.md',
    'C:secret.md',
    'c:\\secret.md',
  ],
  [
    '\\\\server\\share\\a.md',
    '//?/C:/secret.md',
    'file:///etc/passwd',
    'file:../secret.md',
    '$HOME/a.md',
    '`id`.md',
  ],
  [
    'notes/a.md:stream',
    'notes/a.md::$DATA',
    'CON.md',
    'nul.txt',
    'com1.md',
    'notes/NUL.md',
    'notes/a.md.',
    'notes./a.md',
  ],
  ['a\0.md', 'notes/a.md\0.png', 'a\n.md', 'a\u001b[0m.md', '\ud800.md', 'a\u202e.md', '\ufeffa.md'],
  [
    '',
    ' ',
    '.',
    './',
    '/',
    '//',
    '...',
    'notes/',
    'notes/.',
    'notes/..',
    'notes//a.md',
    'notes/../notes/a.md',
  ],
  ['.git/config', '.env', '.obsidian/secret.md', 'notes/.hidden.md', '.varve-1-0000000000000000.tmp'],
  [`${'a'.repeat(300)}.md`, 'a'.repeat(5000), `${'a/'.repeat(2100)}a.md`, `${'../'.repeat(1000)}etc/passwd`],
  ['vault/notes/a.md', '../vault/notes/a.md', '../vault-sibling/canary.md', 'notes/a.md/../../../secret.md'],
  [
    'out-file.md',
    'out-folder/canary.md',
    'out-folder/new.md',
    'up/secret.md',
    'up/new.md',
    'loop.md',
    'dangling.md',
  ],
].flat()

/** Paths that lead out where somebody is careless; the links among them are made by the attack. */
export const HOSTILE_PATHS: readonly string[] = [
  ...new Set([
    ...PICKED,
    ...UPS.flatMap((up) =>
      SEPARATORS.flatMap((separator) => TARGETS.map((target) => up + separator + target)),
    ),
    ...UPS.flatMap((up) => SEPARATORS.map((separator) => ['notes', up, up, 'secret.md'].join(separator))),
  ]),
]
