// The version of this release, as the OpenAPI document and the MCP server name it. A test compares it with package.json.

export const VERSION = '0.2.0'
