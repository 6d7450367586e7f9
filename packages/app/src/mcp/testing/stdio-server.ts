/** A real program that speaks MCP over its standard streams. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { sampleServer } from './sample-server.ts'

process.stderr.write('The sample server has started.\n')
await sampleServer({ crash: () => process.exit(3) }).connect(new StdioServerTransport())
process.stdin.on('end', () => process.exit(0))
