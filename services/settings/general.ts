import type { z } from 'zod/mini'
import { removeProjectLogo, setProjectLogo, updateProject } from '../../contract/settings/general.ts'
import type { Send } from '../http/http.ts'

/** Name, lead and logo of a project. Each call resolves with the changed project. */
export const createGeneralService = (send: Send) => ({
  update: (projectKey: string, body: z.infer<typeof updateProject.body>) =>
    send(updateProject, { params: { projectKey }, body }),
  /** `image`: bytes in base64. */
  setLogo: (projectKey: string, image: string) => send(setProjectLogo, { params: { projectKey }, body: { image } }),
  removeLogo: (projectKey: string) => send(removeProjectLogo, { params: { projectKey } }),
})
