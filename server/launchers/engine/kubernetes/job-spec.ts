/** Job of a launch: its pod runs the command next to a container that copies files in and out. */
import type { V1Job } from '@kubernetes/client-node'
import type { RunOrder } from '../driver.ts'

export const LABELS = { attempt: 'assay.attempt', installation: 'assay.installation' } as const
export const CONTAINERS = { run: 'run', files: 'files' } as const

/** Directories that the pod's containers share. `control` is in memory, because it contains variables and secrets. */
export const PLACES = { workspace: '/workspace', control: '/assay' } as const

/** Grace period of the Job's deadline after the launch's time limit, for pulling the image: ends Jobs that outlive the server. */
const SPARE_SECONDS = 30 * 60
/** Time after which the cluster deletes a finished Job that was not removed. */
const KEPT_SECONDS = 60 * 60
const SHARED_MEMORY = '1Gi'
/** Linux capabilities that browsers and test runners do not need. */
const DROPPED = ['NET_RAW', 'MKNOD', 'AUDIT_WRITE', 'NET_BIND_SERVICE', 'SYS_CHROOT', 'SETFCAP']

/**
 * Waits for the files and the start signal. The command is not the first process of the container, so that it can be killed from inside.
 */
const WAIT_AND_RUN = `while [ ! -p ${PLACES.control}/go ]; do sleep 1; done
read -r _ < ${PLACES.control}/go
. ${PLACES.control}/environment
command=$(cat ${PLACES.control}/command)
rm -f ${PLACES.control}/environment ${PLACES.control}/command
cd ${PLACES.workspace}
/bin/sh -c "$command" & wait $!`

const KEEP_FILES = `mkfifo -m 666 ${PLACES.control}/go && chmod 777 ${PLACES.control} ${PLACES.workspace} || exit 1
trap 'exit 0' TERM INT
while :; do sleep 3600 & wait $!; done`

export const jobName = (lease: string): string => `assay-${lease}`

type JobRequest = Pick<RunOrder, 'lease' | 'image' | 'instance' | 'timeMs'>

/** Contains neither variables nor the command: users who may read Jobs in the cluster must not read secrets. */
export const jobOf = (
  { lease, image, instance, timeMs }: JobRequest,
  { installation, helperImage }: { installation: string; helperImage: string },
): V1Job => {
  const labels = { [LABELS.attempt]: lease, [LABELS.installation]: installation }
  const limits = { cpu: String(instance.cpus), memory: `${instance.memoryMb}Mi` }
  const workspace = { name: 'workspace', mountPath: PLACES.workspace }
  const control = { name: 'control', mountPath: PLACES.control }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: jobName(lease), labels },
    spec: {
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      activeDeadlineSeconds: Math.ceil(timeMs / 1000) + SPARE_SECONDS,
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 1,
          securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: CONTAINERS.files,
              image: helperImage,
              command: ['/bin/sh', '-c', KEEP_FILES],
              resources: { limits: { cpu: '1', memory: '256Mi' }, requests: { cpu: '10m', memory: '32Mi' } },
              securityContext: { allowPrivilegeEscalation: false },
              volumeMounts: [workspace, control],
            },
            {
              name: CONTAINERS.run,
              image,
              command: ['/bin/sh', '-c', WAIT_AND_RUN],
              resources: { limits, requests: limits },
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: DROPPED } },
              volumeMounts: [workspace, control, { name: 'shared-memory', mountPath: '/dev/shm' }],
            },
          ],
          volumes: [
            { name: 'workspace', emptyDir: {} },
            { name: 'control', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
            { name: 'shared-memory', emptyDir: { medium: 'Memory', sizeLimit: SHARED_MEMORY } },
          ],
        },
      },
    },
  }
}

/** Returns whether a shell can export this name. */
export const isVariable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name)

/** Returns shell code that exports the variables; values are quoted, so that nothing in them is executed. */
export const environmentFile = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('')
