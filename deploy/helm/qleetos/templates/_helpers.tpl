{{- define "qleetos.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "qleetos.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "qleetos.name" .) .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "qleetos.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels that select the pods of a component: (list . "server") */}}
{{- define "qleetos.selector" -}}
{{- $top := index . 0 -}}
app.kubernetes.io/name: {{ include "qleetos.name" $top }}
app.kubernetes.io/instance: {{ $top.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of a resource of a component: (list . "server") */}}
{{- define "qleetos.labels" -}}
{{- $top := index . 0 -}}
{{ include "qleetos.selector" . }}
app.kubernetes.io/version: {{ $top.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: qleetos
app.kubernetes.io/managed-by: {{ $top.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $top.Chart.Name $top.Chart.Version | replace "+" "_" }}
{{- with $top.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Name, labels and annotations of a resource: (dict "top" . "component" "server" "suffix" "-server" "annotations" … "labels" …) */}}
{{- define "qleetos.metadata" -}}
name: {{ include "qleetos.fullname" .top }}{{ .suffix }}
namespace: {{ .top.Release.Namespace }}
labels:
  {{- include "qleetos.labels" (list .top .component) | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with mergeOverwrite (deepCopy .top.Values.commonAnnotations) (default dict .annotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The image of a component: (list . .Values.server.image) */}}
{{- define "qleetos.image" -}}
{{- $top := index . 0 -}}
{{- $image := mergeOverwrite (deepCopy $top.Values.image) (deepCopy (index . 1)) -}}
{{- /* A tag of the component is not meant to be overridden by the digest of all. */ -}}
{{- if and (index . 1).tag (not (index . 1).digest) }}{{ $_ := set $image "digest" "" }}{{ end -}}
{{- include "qleetos.imageName" (dict "image" $image "tag" $top.Chart.AppVersion) }}
{{- end }}

{{- define "qleetos.imageName" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ default .tag .image.tag }}
{{- end }}
{{- end }}

{{- define "qleetos.secretName" -}}
{{- default (printf "%s-secrets" (include "qleetos.fullname" .)) .Values.secrets.existingSecret }}
{{- end }}

{{/* Where the URL of the database is: {"name": …, "key": …} */}}
{{- define "qleetos.databaseSecret" -}}
{{- $database := .Values.database -}}
{{- $chosen := compact (list $database.existingSecret.name $database.url (ternary "cloudNativePG" "" $database.cloudNativePG.enabled)) -}}
{{- if ne (len $chosen) 1 -}}
{{- fail "\n\nSet exactly one of these, for the database of the control plane:\n  database.existingSecret.name         a Secret with the URL of a Postgres database\n  database.url                         the URL of a Postgres database\n  database.cloudNativePG.enabled=true  a new one, by the operator CloudNativePG\n" -}}
{{- end -}}
{{- if $database.existingSecret.name -}}
{"name": {{ $database.existingSecret.name | quote }}, "key": {{ $database.existingSecret.key | quote }}}
{{- else if $database.url -}}
{"name": "{{ include "qleetos.fullname" . }}-database", "key": "uri"}
{{- else -}}
{"name": "{{ include "qleetos.fullname" . }}-db-app", "key": "uri"}
{{- end -}}
{{- end }}

{{- define "qleetos.natsUrl" -}}
{{- default (printf "nats://%s-nats:4222" (include "qleetos.fullname" .)) .Values.nats.url }}
{{- end }}

{{/* Host names of the API: its Service and those of the values. */}}
{{- define "qleetos.hosts" -}}
{{- $name := include "qleetos.fullname" . -}}
{{- $short := printf "%s.%s" $name .Release.Namespace -}}
{{- $hosts := list $name $short (printf "%s.svc" $short) (printf "%s.svc.cluster.local" $short) -}}
{{- if .Values.server.ingress.enabled }}{{ $hosts = append $hosts .Values.server.ingress.host }}{{ end -}}
{{- if .Values.server.httpRoute.enabled }}{{ $hosts = concat $hosts .Values.server.httpRoute.hosts }}{{ end -}}
{{- concat $hosts .Values.server.allowedHosts | uniq | join "," }}
{{- end }}

{{/* A variable from the Secret with keys and tokens: (list . "QLEET_ADMIN_TOKEN" "admin-token") */}}
{{- define "qleetos.secretVariable" -}}
- name: {{ index . 1 }}
  valueFrom:
    secretKeyRef:
      name: {{ include "qleetos.secretName" (index . 0) }}
      key: {{ index . 2 }}
{{- end }}

{{- define "qleetos.natsVariables" -}}
- name: QLEET_NATS_URL
  value: {{ include "qleetos.natsUrl" . | quote }}
- name: QLEET_NATS_PREFIX
  value: {{ .Values.nats.prefix | quote }}
{{ include "qleetos.secretVariable" (list . "QLEET_NATS_TOKEN" "nats-token") }}
{{- end }}

{{/* Settings of the values, by variable, and further variables. */}}
{{- define "qleetos.furtherVariables" -}}
{{- range $name, $value := .env }}
- name: {{ $name }}
  {{- /* Helm would print large numbers with exponents. */}}
  value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }}
{{- end }}
{{- with .extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "qleetos.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "qleetos.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Spreads the pods of a component over nodes and zones: (list . "server") */}}
{{- define "qleetos.spread" -}}
{{- range $topology := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ $topology }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "qleetos.selector" $ | nindent 6 }}
{{- end }}
{{- end }}

{{/* Fields of a pod that values set for any component. */}}
{{- define "qleetos.podFields" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* The value of a Secret: the given one, else the stored one, else a generated one: (list given stored generated) */}}
{{- define "qleetos.kept" -}}
{{- if index . 0 -}}
{{ index . 0 | b64enc }}
{{- else if index . 1 -}}
{{ index . 1 }}
{{- else -}}
{{ index . 2 | b64enc }}
{{- end -}}
{{- end }}

{{/* The configuration of NATS: https://docs.nats.io/running-a-nats-service/configuration */}}
{{- define "qleetos.natsConfiguration" -}}
listen: "0.0.0.0:4222"
http: "0.0.0.0:8222"
server_name: {{ include "qleetos.fullname" . }}-nats
authorization { token: $NATS_TOKEN }
jetstream {
  store_dir: /data
  max_memory_store: {{ .Values.nats.maxMemory | replace "i" "" }}
  max_file_store: {{ .Values.nats.maxStorage | replace "i" "" }}
}
lame_duck_duration: 15s
lame_duck_grace_period: 5s
{{- end }}
