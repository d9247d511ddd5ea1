{{- define "chartside.name" -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- define "chartside.selector" -}}
app.kubernetes.io/name: chartside
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "chartside.labels" -}}
{{ include "chartside.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
