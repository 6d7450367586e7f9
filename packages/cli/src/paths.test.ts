import { expect, test } from 'vitest'
import { findPaths } from './paths.ts'

const linux = { home: '/home/ada', platform: 'linux' }

test('XDG defaults are below the home folder', () => {
  expect(findPaths({ ...linux, env: {} })).toEqual({
    config: '/home/ada/.config/varve/config.json',
    masterKey: '/home/ada/.config/varve/master.key',
    data: '/home/ada/.local/share/varve',
    database: '/home/ada/.local/share/varve/varve.db',
    logs: '/home/ada/.local/state/varve/logs',
    history: '/home/ada/.local/state/varve/chat-history',
  })
})

test('XDG variables override them unless relative', () => {
  const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: 'relative' }
  expect(findPaths({ ...linux, env })).toEqual({
    config: '/c/varve/config.json',
    masterKey: '/c/varve/master.key',
    data: '/d/varve',
    database: '/d/varve/varve.db',
    logs: '/home/ada/.local/state/varve/logs',
    history: '/home/ada/.local/state/varve/chat-history',
  })
})

test('VARVE_HOME holds everything', () => {
  const env = { VARVE_HOME: '/v', XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' }
  expect(findPaths({ ...linux, env })).toEqual({
    config: '/v/config.json',
    masterKey: '/v/master.key',
    data: '/v',
    database: '/v/varve.db',
    logs: '/v/logs',
    history: '/v/chat-history',
  })
})

test('--data moves the data and nothing else', () => {
  const paths = findPaths({ ...linux, env: { VARVE_HOME: '/v' } }, '/elsewhere')
  expect(paths).toMatchObject({
    config: '/v/config.json',
    data: '/elsewhere',
    database: '/elsewhere/varve.db',
  })
})
