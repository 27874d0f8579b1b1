-- A session of Neovim with the language server, run by neovim.slow.test.ts: opens a file with an error, applies the
-- fix, renames a variable, and writes what it sees to $STD_FOLDER/out.txt.
vim.o.swapfile = false
local folder = vim.env.STD_FOLDER
local out = io.open(folder .. "/out.txt", "w")
local function say(text)
  out:write(text .. "\n")
  out:flush()
end
local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
end
local command = { vim.env.STD_NODE, vim.env.STD_COMMAND, "lsp" }
local client = vim.lsp.start_client({ name = "std", cmd = command, root_dir = folder })
vim.cmd("edit " .. folder .. "/main.std")
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local shown = vim.diagnostic.get(0)[1]
say(shown.lnum .. ": " .. shown.message:gsub("\n", " | "))
local document = vim.lsp.util.make_text_document_params(0)
local at = { line = shown.lnum, character = shown.col }
local wanted = { textDocument = document, range = { start = at, ["end"] = at }, context = { diagnostics = {} } }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", wanted, 30000)) do
  say("action: " .. answer.result[1].title)
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
end
say("after the fix: " .. text())
vim.wait(30000, function() return #vim.diagnostic.get(0) == 0 end, 50)
say("errors: " .. #vim.diagnostic.get(0))
local rename = { textDocument = document, position = { line = 1, character = 8 }, newName = "total" }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/rename", rename, 30000)) do
  vim.lsp.util.apply_workspace_edit(answer.result, "utf-16")
end
say("after the rename: " .. text())
out:close()
vim.cmd("qa!")
