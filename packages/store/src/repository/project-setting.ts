/**
 * How the settings of a chat name its project. They are stored as JSON without blanks, and a quotation mark inside of
 * a text is escaped there: nothing else in them reads like this.
 */
export function projectSetting(project: string): string {
  return `"project":${JSON.stringify(project)}`
}
