import { removeDefinition, trustDefinition, writeDefinition } from '../definitions/change-definition.ts'
import { checkDefinition } from '../definitions/check-definition.ts'
import { fillTemplate } from '../definitions/fill-template.ts'
import { listDefinitions, readDefinition } from '../definitions/list-definitions.ts'
import { readComposer } from '../definitions/read-composer.ts'
import { reconnectMcpServer, trustMcpServer } from '../mcp/change-mcp-server.ts'
import { listMcpServers } from '../mcp/list-mcp-servers.ts'
import { listInstructions, trustInstruction } from '../definitions/list-instructions.ts'
import type { BoundActions } from './bind-actions.ts'

/** Agents, skills, templates and projects, and the servers of tools. */
export function definitionActions({ action, inWorkspace }: BoundActions) {
  return {
    listDefinitions: inWorkspace(listDefinitions),
    readDefinition: action(readDefinition),
    writeDefinition: action(writeDefinition),
    checkDefinition: action(checkDefinition),
    trustDefinition: action(trustDefinition),
    removeDefinition: action(removeDefinition),
    fillTemplate: action(fillTemplate),
    readComposer: inWorkspace(readComposer),
    listInstructions: inWorkspace(listInstructions),
    trustInstruction: inWorkspace(trustInstruction),
    listMcpServers: inWorkspace(listMcpServers),
    trustMcpServer: action(trustMcpServer),
    reconnectMcpServer: action(reconnectMcpServer),
  }
}
