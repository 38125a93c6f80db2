/** What somebody who made a project is told. */
export function nextSteps(folder: string, files: readonly string[]): string {
  return `${folder} has ${String(files.length)} files. Now:

  cd ${folder}
  npm install
  npm test                       # the agent, against a scripted model
  npm start "Where is A17?"      # the real one, with ANTHROPIC_API_KEY
`;
}
