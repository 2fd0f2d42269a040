/** Returns the address of the API of the page's project. */
export const apiOfProject = (params: Record<string, string>): string =>
  `/api/projects/${encodeURIComponent(params['projectKey'] ?? '')}`
