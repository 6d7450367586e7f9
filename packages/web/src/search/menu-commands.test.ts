import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { MENU_COMMANDS } from '../parts/menu.tsx'

const SOURCE = new URL('../', import.meta.url)

/** Popovers whose items belong to what is being typed or looked at, not to the page. */
const NO_COMMANDS = [
  // What goes along with the message, and what that is about.
  'composer/composer-tools.tsx',
  'composer/context-row.tsx',
  'composer/area-row.tsx',
  // The span of the table below it.
  'usage/usage-bar.tsx',
]

const names: readonly string[] = Object.values(MENU_COMMANDS).flat()

test('each menu item names its command', () => {
  expect(items.filter(({ commands }) => !commands.some((name) => names.includes(name)))).toEqual([])
})

test('each command of the menus is in a menu and in the palette', () => {
  const inMenus = items.flatMap(({ commands }) => commands)
  expect(names.filter((name) => !inMenus.includes(name))).toEqual([])
  const inPalette = propertiesOf('search/commands.ts')
  expect(names.filter((name) => !inPalette.has(name))).toEqual([])
})

test('an item without a command is found', () => {
  const source = `const A = <><MenuItem icon="x">New</MenuItem><button className="popover-item wide" /></>`
  expect(itemsOf('a.tsx', source)).toEqual([
    { place: 'a.tsx:1', commands: [] },
    { place: 'a.tsx:1', commands: [] },
  ])
})

interface Item {
  readonly place: string
  readonly commands: readonly string[]
}

/** Items of menus, and other buttons that name a command. */
function itemsOf(file: string, source: string): readonly Item[] {
  const found: Item[] = []
  const { program } = parseSync(file, source)
  // A name may be chosen first: `const command = kind === 'agent' ? 'choose-agent' : 'choose-project'`.
  const chosen: string[] = []
  const stringsIn = (node: ESTree.Node | null | undefined): readonly string[] =>
    node
      ? [...source.slice(node.start, node.end).matchAll(/['"]([a-z-]+)['"]/g)].map(([, name = '']) => name)
      : []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === 'command') chosen.push(...stringsIn(init))
    },
    JSXOpeningElement({ name, attributes, start }) {
      const valueOf = (wanted: string) =>
        attributes.find(
          (one): one is ESTree.JSXAttribute =>
            one.type === 'JSXAttribute' && source.slice(one.name.start, one.name.end) === wanted,
        )?.value
      const command = valueOf('command') ?? valueOf('data-command')
      const isItem =
        source.slice(name.start, name.end) === 'MenuItem' ||
        stringsIn(valueOf('role')).includes('menuitem') ||
        /\bpopover-item\b/.test(
          source.slice(valueOf('className')?.start ?? 0, valueOf('className')?.end ?? 0),
        )
      if (!isItem && !command) return
      const literal = stringsIn(command)
      found.push({
        place: `${file}:${source.slice(0, start).split('\n').length}`,
        commands: command && literal.length === 0 ? chosen : literal,
      })
    },
  }).visit(program)
  return found
}

function propertiesOf(file: string): ReadonlySet<string> {
  const found = new Set<string>()
  new Visitor({
    Property({ key }) {
      if (key.type === 'Literal') found.add(String(key.value))
      else if (key.type === 'Identifier') found.add(key.name)
    },
  }).visit(parseSync(file, readFileSync(new URL(file, SOURCE), 'utf8')).program)
  return found
}

const items = globSync('**/*.tsx', { cwd: SOURCE })
  .filter((file) => !/\.test\.tsx$|^testing\//.test(file))
  .filter((file) => file !== 'parts/menu.tsx' && !NO_COMMANDS.includes(file))
  .flatMap((file) => itemsOf(file, readFileSync(new URL(file, SOURCE), 'utf8')))
