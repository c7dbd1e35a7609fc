import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { didYouMean } from '../../schema/similar.ts'

/** Completion scripts by shell. Each runs `qleetctl __complete` with the words of the command line. */
const scripts = {
  bash: `# qleetctl completion for bash
_qleetctl() {
  local IFS=$'\\n' line
  COMPREPLY=()
  # Keep KIND/NAME and jsonpath= as one word each, although bash splits at "=" and ":".
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  for line in $(qleetctl __complete -- "\${words[@]}" 2>/dev/null); do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done
  if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default; fi
}
complete -F _qleetctl qleetctl
`,
  zsh: `#compdef qleetctl
# qleetctl completion for zsh
_qleetctl() {
  local -a candidates
  local line
  while IFS=$'\\t' read -r word text; do
    candidates+=("\${word//:/\\\\:}\${text:+:$text}")
  done < <(qleetctl __complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)
  if (( \${#candidates} )); then _describe 'qleetctl' candidates; else _files; fi
}
compdef _qleetctl qleetctl
`,
  fish: `# qleetctl completion for fish
function __qleetctl_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l candidates (qleetctl __complete -- $words[2..-1] 2>/dev/null)
  if test (count $candidates) -gt 0
    string join \\n $candidates
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c qleetctl -f -a '(__qleetctl_complete)'
`,
  powershell: `# qleetctl completion for PowerShell
Register-ArgumentCompleter -Native -CommandName qleetctl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  # Before 7.3, PowerShell drops empty arguments of programs.
  $last = if ($wordToComplete -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { $wordToComplete }
  qleetctl __complete '--' @words $last 2>$null | ForEach-Object {
    $word, $text = $_ -split "\t", 2
    if (-not $text) { $text = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $text)
  }
}
`,
} as const

/** Names of the shells with a completion script. */
export const shells: readonly string[] = Object.keys(scripts)

export async function completion(
  { args }: { args: { shell: string } },
  { io }: CommandContext,
): Promise<void> {
  const script = Object.entries(scripts).find(([shell]) => shell === args.shell)?.[1]
  if (script === undefined) {
    throw usageError(
      `no completion for shell "${args.shell}". ${didYouMean(args.shell, shells) || `Supported: ${shells.join(', ')}.`}`,
    )
  }
  io.stdout.write(script)
}
