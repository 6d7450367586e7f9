/** Ways up, and what has been taken for one somewhere. */
const UPS = [
  '..',
  '%2e%2e',
  '%252e%252e',
  '.%2e',
  '%c0%ae%c0%ae',
  '\uff0e\uff0e',
  '\u2024\u2024',
  '\u2025',
  '..\u200b',
  '\u202e..',
  '.. ',
  '..;',
  '....',
  '...',
  '..\0',
  './..',
] as const

/** Separators, and what has been taken for one. */
const SEPARATORS = ['/', '\\', '//', '%2f', '%5c', '%252f', '%c0%af', '\u2215', '\uff0f'] as const

/** Targets outside the attacked workspace. */
const TARGETS = ['secret.md', 'outside/canary.md', 'vault-sibling/canary.md'] as const

const PICKED: readonly string[] = [
  // Nothing, dots and slashes.
  ['', '.', '..', '/', '//', './', '../', '...', '/.', '/..', 'notes/', 'notes/.', 'notes/..', ' ', '\t'],
  ['./notes/a.md', 'notes/./a.md', 'notes//a.md', 'notes/../notes/a.md', 'notes/../../vault/notes/a.md'],
  // Absolute, drives, shares, schemes, homes, variables.
  ['/etc/passwd', '//etc/passwd', '/proc/self/environ', '/dev/stdin', '~/.ssh/id_rsa.txt', '~root/a.md'],
  ['C:', 'C:/secret.md', 'C:secret.md', 'c:\\secret.md', 'C|/secret.md', '\\\\server\\share\\a.md'],
  ['//server/share/a.md', '\\\\?\\C:\\secret.md', '\\\\.\\pipe\\x', '//?/C:/secret.md', 'file:///etc/passwd'],
  ['file:../secret.md', '$HOME/a.md', '${HOME}/a.md', '%USERPROFILE%/a.md', '`id`.md', '$(id).md', 'a|b.md'],
  // Streams and devices.
  ['notes/a.md:stream', 'notes/a.md::$DATA', 'notes:$I30:$INDEX_ALLOCATION/a.md', 'a.md:..:x.md'],
  [
    'con',
    'CON.md',
    'nul.txt',
    'aux.md',
    'prn',
    'com1.md',
    'LPT9.txt',
    'com\u00b9.md',
    'conin$',
    'notes/NUL.md',
  ],
  // Trailing dots and blanks, short names.
  [
    'notes/a.md.',
    'notes/a.md ',
    'notes/a.md...',
    'notes./a.md',
    'notes /a.md',
    '.. /secret.md',
    'OUTSID~1/canary.md',
  ],
  // Control characters, invisible ones, directions, lone surrogates.
  [
    'a\0.md',
    'notes/a.md\0.png',
    '\0',
    '../secret.md\0.md',
    'a\n.md',
    'a\r\n.md',
    'a\u007f.md',
    'a\u001b[0m.md',
  ],
  ['a\u200b.md', 'a\u202e.md', '\ufeffa.md', '\ud800.md', 'notes/\udfff', 'a\u2028.md', '\u200d../secret.md'],
  // Unicode forms.
  ['cafe\u0301.md', 'caf\u00e9.md', '\u212bngstrom.md', '\u1e9b\u0323.md', '\uac00.md', '\u1100\u1161.md'],
  // Lengths.
  ['a'.repeat(255) + '.md', 'a'.repeat(5000), 'a/'.repeat(2100) + 'a.md', '../'.repeat(1000) + 'etc/passwd'],
  // Hidden names and other people's code.
  ['.git/config', '.obsidian/secret.md', 'notes/.hidden.md', '.env', '.varve-1-0000000000000000.tmp'],
  [
    'node_modules/x/readme.md',
    'notes/.git/a.md',
    '.',
    '.a',
    '..a/b.md',
    '..a',
    'GIT~1/config.md',
    '\u200c.git/a.md',
  ],
  // Links of the workspace, made by the attack.
  [
    'out-file.md',
    'out-folder/canary.md',
    'out-folder/new.md',
    'out-folder',
    'up/secret.md',
    'up/outside/canary.md',
  ],
  ['up/vault/notes/a.md', 'up/new.md', 'up/new-folder/new.md', 'root/etc/passwd', 'root/tmp/varve-attack.md'],
  [
    'etc/passwd',
    'etc/hostname',
    'proc/environ',
    'proc/cmdline',
    'proc/cwd/package.json',
    'proc/root/etc/passwd',
  ],
  [
    'proc/fd/0',
    'proc/maps',
    'dev/null',
    'dev/stdin',
    'sibling/canary.md',
    'sibling/new.md',
    'chain.md',
    'chain-2.md',
  ],
  ['dangling-out.md', 'dangling-out-folder/new.md', 'dangling-in.md', 'loop.md', 'loop.md/x.md', 'loop-a.md'],
  [
    'hidden-link.md',
    'hidden-folder/secret.md',
    'self/notes/a.md',
    'self/self/self/notes/a.md',
    'self/up/secret.md',
  ],
  [
    'notes/up/secret.md',
    'notes/up/up/secret.md',
    'in-link.md',
    'in-folder/a.md',
    'in-folder/../../secret.md',
  ],
  ['self/.obsidian/secret.md', 'hard-link.md', 'pipe.md', 'notes/a.md/x.md', 'notes/a.md/../../../secret.md'],
  // Other names of the root.
  [
    'vault/notes/a.md',
    '../vault/notes/a.md',
    '../vault',
    '../vault-sibling/canary.md',
    '../vault../secret.md',
  ],
].flat()

/** Paths that have led out of one system or another: every way up with every separator, and picked ones. */
export const PATH_VECTORS: readonly string[] = [
  ...new Set([
    ...PICKED,
    ...UPS.flatMap((up) =>
      SEPARATORS.flatMap((separator) => TARGETS.map((target) => `${up}${separator}${target}`)),
    ),
    ...UPS.flatMap((up) =>
      SEPARATORS.map((separator) => `notes${separator}${up}${separator}${up}${separator}secret.md`),
    ),
  ]),
]
