// Tasks that run the command `std`: check, test, and whatever tasks.json says.
import * as vscode from "vscode";

/** A task of type `std` as tasks.json writes it. */
interface StdDefinition extends vscode.TaskDefinition {
  readonly args: readonly string[];
}

export class StdTasks implements vscode.TaskProvider {
  provideTasks(): vscode.Task[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.flatMap((folder) => [
      stdTask(folder, ["check", "."], words(), vscode.TaskGroup.Build),
      stdTask(folder, ["test", "."], words(), vscode.TaskGroup.Test),
    ]);
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const { args } = task.definition as Partial<StdDefinition>;
    if (args === undefined) return undefined;
    const folder = typeof task.scope === "object" ? task.scope : undefined;
    // VS Code compares the definition with that of the task it asked for.
    return stdTask(folder, args, words(), undefined, task.definition);
  }
}

function words(): readonly string[] {
  return vscode.workspace.getConfiguration("stdlang").get<string[]>("command", ["std"]);
}

export function stdTask(
  folder: vscode.WorkspaceFolder | undefined,
  args: readonly string[],
  command: readonly string[],
  group?: vscode.TaskGroup,
  definition: vscode.TaskDefinition = { type: "std", args: [...args] },
): vscode.Task {
  const [program = "std", ...before] = command;
  const run =
    process.platform === "win32"
      ? new vscode.ShellExecution(program, [...before, ...args])
      : new vscode.ProcessExecution(program, [...before, ...args]);
  const scope = folder ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task(definition, scope, args.join(" "), "std", run, ["$std"]);
  if (group !== undefined) task.group = group;
  return task;
}
