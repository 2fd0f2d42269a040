import { useState } from 'react'
import type { Send } from '../../services/http/http.ts'
import type { TokenSource } from '../../services/http/renewing.ts'
import { createLaunchSharingService } from '../../services/launches/launch-sharing.ts'
import { useApplication } from '../boot/context.tsx'

export const launchSharingOf = (send: Send, token: TokenSource) =>
  createLaunchSharingService(send, token, (address, init) => fetch(address, init))

export const useLaunchSharing = () => {
  const { send, token } = useApplication()
  return useState(() => launchSharingOf(send, token))[0]
}
