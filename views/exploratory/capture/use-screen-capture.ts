/** Screenshots and recordings as files to attach. */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { screenCaptureMachine, type ScreenCaptureEvent } from '../../../machines/exploratory/screen-capture.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useLatest } from '../../shared/latest.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { canCapture, recordScreen, takePicture } from './screen.ts'

export interface ScreenCapture {
  /** False: not supported by this browser or origin. */
  isPossible: boolean
  isRecording: boolean
  isBusy: boolean
  takePicture: () => void
  startVideo: () => void
  stopVideo: () => void
}

/** `screenshot 2026-11-22 04.36.49.png`: sorts by time, and is valid on every file system. */
const captureName = (kind: 'picture' | 'video', type: string, at: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')
  const ending = kind === 'picture' ? 'png' : type.endsWith('mp4') ? 'mp4' : 'webm'
  return `${kind === 'picture' ? 'screenshot' : 'recording'} ${day} ${time}.${ending}`
}

export function useScreenCapture(onTaken: (kind: 'picture' | 'video', file: File) => void): ScreenCapture {
  const latest = useLatest(onTaken)
  const machine = useMemo(
    () =>
      screenCaptureMachine.provide({
        actors: {
          takePicture: fromPromise(takePicture),
          recorder: fromCallback<ScreenCaptureEvent>(({ sendBack, receive }) => {
            const recorder = recordScreen({
              started: () => sendBack({ type: 'recorder/started' }),
              ended: (video) => sendBack({ type: 'recorder/ended', video }),
              failed: (error) => sendBack({ type: 'recorder/failed', error }),
            })
            receive(({ type }) => {
              if (type === 'video/stop') recorder.stop()
            })
            return () => recorder.stop()
          }),
        },
      }),
    [],
  )
  const actor = useActorRef(machine)
  const isRecording = useSelector(actor, (snapshot) => snapshot.matches({ recording: 'running' }))
  const isBusy = useSelector(actor, (snapshot) => !snapshot.matches('ready'))
  useEffect(() => {
    let shown: unknown = null
    const failures = actor.subscribe(({ context: { failure } }) => {
      if (failure !== null && failure !== shown) toast.error(messageOf(failure))
      shown = failure
    })
    const taken = actor.on('capture/taken', ({ kind, content }) =>
      latest()(kind, new File([content], captureName(kind, content.type, new Date()), { type: content.type })),
    )
    return () => {
      failures.unsubscribe()
      taken.unsubscribe()
    }
  }, [actor, latest])
  return {
    isPossible: canCapture(),
    isRecording,
    isBusy,
    takePicture: () => actor.send({ type: 'picture/take' }),
    startVideo: () => actor.send({ type: 'video/start' }),
    stopVideo: () => actor.send({ type: 'video/stop' }),
  }
}
