import { ScreenRefused } from '../../../machines/exploratory/screen-capture.machine.ts'

/** Whether the browser supports screen capture: phones and plain HTTP do not. */
export const canCapture = (): boolean =>
  typeof (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia === 'function'

const share = async (): Promise<MediaStream> => {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'NotAllowedError') throw new ScreenRefused('', { cause })
    throw cause
  }
}

const end = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Captures one frame of the shared screen as a PNG. */
export const takePicture = async (): Promise<Blob> => {
  const stream = await share()
  try {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = stream
    await video.play()
    // The first frames may still show the browser's permission prompt.
    await new Promise<void>((resolve) => setTimeout(resolve, 300))
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error('The browser did not return a screenshot')
    return blob
  } finally {
    end(stream)
  }
}

const TYPES = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4']

export interface Recorder {
  stop(): void
}

/** Records the shared screen until `stop`, or until sharing ends in the browser. */
export const recordScreen = (listener: {
  started: () => void
  ended: (video: Blob) => void
  failed: (error: unknown) => void
}): Recorder => {
  let isStopped = false
  let stop = () => {}
  const run = async () => {
    const stream = await share()
    if (isStopped) return end(stream)
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
    const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    recorder.addEventListener('stop', () => {
      end(stream)
      listener.ended(new Blob(parts, { type: recorder.mimeType.split(';')[0] ?? 'video/webm' }))
    })
    recorder.addEventListener('error', () => listener.failed(new Error('The screen recording stopped unexpectedly')))
    stop = () => {
      if (recorder.state !== 'inactive') recorder.stop()
    }
    stream.getVideoTracks()[0]?.addEventListener('ended', () => stop())
    // In chunks, so that the recording so far survives a failure.
    recorder.start(1000)
    listener.started()
  }
  run().catch((error: unknown) => listener.failed(error))
  return {
    stop: () => {
      isStopped = true
      stop()
    },
  }
}
