import { ADMINISTRATORS, MEMBERS, NOT_READ_ONLY_AND_AGENTS, PEOPLE_AND_AGENTS, type AccessTable } from '../roles.ts'

export const projects: AccessTable = {
  listProjects: PEOPLE_AND_AGENTS,
  createProject: NOT_READ_ONLY_AND_AGENTS,
  createDemoProject: NOT_READ_ONLY_AND_AGENTS,
  getProject: MEMBERS,
  starProject: MEMBERS,
  unstarProject: MEMBERS,
  deleteProject: ADMINISTRATORS,
  getArchiveContents: ADMINISTRATORS,
  exportProject: ADMINISTRATORS,
  importProject: NOT_READ_ONLY_AND_AGENTS,
}
