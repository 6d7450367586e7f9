import { expect, test } from 'vitest'
import { type Command, findCommands } from './commands.ts'

const command = (label: string, group: Command['group'] = 'command', words = ''): Command => ({
  id: label,
  group,
  label,
  icon: 'plus',
  words,
  run: () => undefined,
})
const ALL = [
  command('New chat'),
  command('Usage', 'command', 'cost'),
  command('Dark theme', 'command', 'appearance'),
  command('Use Sonnet', 'model'),
  command('Pin this chat', 'chat'),
]
const labels = (query: string, recent: readonly string[] = []) =>
  findCommands(ALL, { query, recent }).map(({ label, commands }) => [
    label,
    ...commands.map((one) => one.label),
  ])

test('each word matches the beginning of a word of the name or a synonym', () => {
  expect(labels('usage')).toEqual([['Commands', 'Usage']])
  expect(labels('cost')).toEqual([['Commands', 'Usage']])
  expect(labels('the dar')).toEqual([['Commands', 'Dark theme']])
  expect(labels('dark usage')).toEqual([])
  expect(labels('age')).toEqual([])
})

test('without a query, recent commands come first and models are hidden', () => {
  expect(labels('', ['Usage'])).toEqual([
    ['Recently used', 'Usage'],
    ['This chat', 'Pin this chat'],
    ['Commands', 'New chat', 'Dark theme'],
  ])
})

test('> lists every command', () => {
  expect(labels('>').flat()).toContain('Use Sonnet')
  expect(labels('>pin')).toEqual([['This chat', 'Pin this chat']])
})

test('what a command is called comes before its synonyms, also where these were used last', () => {
  const two = [command('Keys', 'command', 'connect model'), command('Connect a model')]
  const [group] = findCommands(two, { query: 'connect', recent: ['Keys'] })
  expect(group?.commands.map(({ label }) => label)).toEqual(['Connect a model', 'Keys'])
})

test('among matches, recent ones come first', () => {
  expect(labels('u', ['Use Sonnet'])).toEqual([
    ['Commands', 'Usage'],
    ['Models', 'Use Sonnet'],
  ])
  const two = [command('Go to a'), command('Go to b')]
  const [group] = findCommands(two, { query: 'go', recent: ['Go to b'] })
  expect(group?.commands.map(({ label }) => label)).toEqual(['Go to b', 'Go to a'])
})
