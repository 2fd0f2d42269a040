/** Returns the API path of the page's project. */
export const apiOfProject = (params: Record<string, string>): string =>
  `/api/projects/${encodeURIComponent(params['projectKey'] ?? '')}`
